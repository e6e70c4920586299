// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.generate;

import io.autocdc.dsl.Pipeline;
import io.autocdc.dsl.yaml.ProjectFile;
import java.nio.file.Path;
import java.util.List;

/**
 * A project without errors.
 *
 * @param folder its folder, absolute
 * @param settings its settings; of those, the warehouse is that of what is generated, null for the
 *     default
 * @param pipelines its pipelines
 */
public record DeclaredProject(Path folder, ProjectFile settings, List<Pipeline> pipelines) {

  public DeclaredProject {
    pipelines = List.copyOf(pipelines);
  }
}
