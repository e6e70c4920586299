// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.generate;

import java.util.Locale;

/**
 * A file that was generated, before it is written.
 *
 * @param kind what it is
 * @param pipeline the pipeline that it declares; null for a file of the whole project
 * @param name its name in the folder
 * @param text its content
 */
public record GeneratedFile(Kind kind, String pipeline, String name, String text) {

  /** Stands in the first line of every generated file, behind the marks of a comment. */
  private static final String MARK = "Written by autocdc generate.";

  /** What a file is. */
  public enum Kind {
    /** Settings of the project. */
    PROJECT_FILE("#"),
    /** The pipeline as a SQL script. */
    SCRIPT("--"),
    /** The targets for Flink SQL. */
    FLINK_DDL("--"),
    /** The pipeline as a Java program. */
    JAVA("//");

    private final String comment;

    Kind(String comment) {
      this.comment = comment;
    }

    /** The name in output for programs. */
    public String text() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * A file with the first line that says who has written it.
   *
   * @param notes more comments, one a line
   * @param body what follows
   */
  static GeneratedFile of(Kind kind, String pipeline, String name, String notes, String body) {
    StringBuilder text = new StringBuilder(kind.comment + " " + MARK + "\n");
    notes.lines().forEach(note -> text.append(kind.comment).append(' ').append(note).append('\n'));
    return new GeneratedFile(kind, pipeline, name, text.append(body).toString());
  }

  /** True if a text is that of a generated file, so that nobody has to miss it. */
  public static boolean isGenerated(String text) {
    String firstLine = text.lines().findFirst().orElse("");
    for (Kind kind : Kind.values()) {
      if (firstLine.equals(kind.comment + " " + MARK)) {
        return true;
      }
    }
    return false;
  }
}
