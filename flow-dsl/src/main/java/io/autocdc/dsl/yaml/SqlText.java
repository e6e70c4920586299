// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.dsl.yaml;

import io.autocdc.dsl.problem.ErrorCode;
import io.autocdc.dsl.problem.Location;
import io.autocdc.dsl.problem.TextPlace;
import io.autocdc.dsl.read.Text;
import java.nio.file.Path;

/** Reads SQL that stands under {@code sql}, or in the file that {@code sql_path} names. */
final class SqlText {

  static final String SQL = "sql";
  static final String SQL_PATH = "sql_path";

  private SqlText() {}

  /**
   * The text; null if there is none, which is reported.
   *
   * @param what what needs it, for messages
   */
  static Text require(MapReader reader, String what) {
    if (!reader.has(SQL) && !reader.has(SQL_PATH)) {
      report(
          reader,
          reader.location(),
          ErrorCode.MISSING_KEY,
          what + " has no sql",
          "it is required",
          "add sql or sql_path");
      return null;
    }
    return find(reader, what);
  }

  /** The text; null if there is none, or it cannot be read, which is reported. */
  static Text find(MapReader reader, String what) {
    boolean inline = reader.has(SQL);
    boolean file = reader.has(SQL_PATH);
    if (inline && file) {
      report(
          reader,
          reader.keyLocation(SQL_PATH),
          ErrorCode.CONFLICTING_OPTIONS,
          what + " has both sql and sql_path",
          "they exclude each other",
          "keep one of them");
    }
    Text text = inline ? reader.text(SQL) : file ? fileText(reader) : null;
    return text == null ? null : text.stripped();
  }

  private static Text fileText(MapReader reader) {
    Text name = reader.identifier(SQL_PATH);
    if (name == null) {
      return null;
    }
    ReadContext context = reader.context();
    Path file = context.layout().find(name.value().strip(), name.location(), "sql");
    if (file == null) {
      report(
          reader,
          name.location(),
          ErrorCode.FILE_NOT_FOUND,
          "there is no file '" + name.value() + "'",
          "it is looked for in the project folder",
          "check the name, or write the query itself under sql");
      return null;
    }
    String text = context.layout().read(file, context.problems());
    if (text == null) {
      return null;
    }
    Location start = new Location(context.layout().display(file), 1, 1);
    return context
        .tokens()
        .resolve(
            new YamlNode.Scalar(start, text, new TextPlace(start, 1), false), context.problems());
  }

  private static void report(
      MapReader reader, Location location, ErrorCode code, String what, String why, String remedy) {
    reader.context().problems().error(location, code, what, why, remedy);
  }
}
