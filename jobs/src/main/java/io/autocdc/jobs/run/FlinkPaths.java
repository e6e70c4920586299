// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.run;

import java.nio.file.Path;

/** Names of local folders as Flink's options and calls take them. */
final class FlinkPaths {

  private FlinkPaths() {}

  /**
   * A folder as text for Flink, which decodes nothing: spaces and other special characters must
   * stand there as they are, not as {@link Path#toUri()} writes them.
   */
  static String of(Path folder) {
    return "file://" + folder.toAbsolutePath().normalize();
  }

  /** The same as a word for a shell, in quotes where it needs them. */
  static String inShell(Path folder) {
    String text = of(folder);
    return text.matches("[\\w/.:-]+") ? text : "'" + text.replace("'", "'\\''") + "'";
  }

  /** The folder of a checkpoint or savepoint, from the text that Flink has for it. */
  static Path folder(String text) {
    Path path = Path.of(text.replaceFirst("^file:(//)?(?=/)", "")).toAbsolutePath().normalize();
    return path.endsWith("_metadata") ? path.getParent() : path;
  }
}
