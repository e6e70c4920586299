// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.dsl;

import java.util.Optional;

/** Looks at the systems behind sources; made by whoever can reach them. */
@FunctionalInterface
public interface SourceDescriber {

  /** Reaches no system. */
  SourceDescriber NONE = source -> Optional.empty();

  /**
   * What a source has that its declaration leaves out.
   *
   * @param source a source with the options that its type requires, whose values may be wrong
   * @return empty if it has nothing that tells, or an option is wrong
   * @throws io.autocdc.dsl.problem.AutoCdcException if its system refuses to tell
   */
  Optional<SourceDescription> describe(Source source);
}
