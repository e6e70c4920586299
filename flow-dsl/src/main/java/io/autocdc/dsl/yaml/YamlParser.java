// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.dsl.yaml;

import io.autocdc.dsl.problem.ErrorCode;
import io.autocdc.dsl.problem.Location;
import io.autocdc.dsl.problem.Problems;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.reader.ReaderException;

/** Reads the documents of a YAML text. */
final class YamlParser {

  private YamlParser() {}

  /**
   * The documents of a file that have a content. What is not well-formed is reported, and ends the
   * list.
   *
   * @param file name of the file, for messages
   * @param text its content
   */
  static List<YamlNode> parse(String file, String text, Problems problems) {
    List<YamlNode> documents = new ArrayList<>();
    NodeConverter converter = new NodeConverter(file, text, problems);
    Yaml yaml = new Yaml(new SafeConstructor(new LoaderOptions()));
    try {
      for (Node document : yaml.composeAll(new StringReader(text))) {
        Optional<YamlNode> node = converter.convert(document);
        node.filter(converted -> !converted.kind().equals("nothing")).ifPresent(documents::add);
      }
    } catch (MarkedYAMLException e) {
      Mark mark = markOf(e, text);
      report(problems, new Location(file, mark.getLine() + 1, mark.getColumn() + 1), reason(e));
    } catch (ReaderException e) {
      report(
          problems,
          locate(file, text, e.getPosition()),
          "the character U+" + String.format("%04X", e.getCodePoint()) + " is not allowed");
    } catch (YAMLException e) {
      report(problems, new Location(file, 1, 1), e.getMessage());
    }
    return documents;
  }

  /** Where the fault is; what runs on to the end of the file is shown where it starts. */
  private static Mark markOf(MarkedYAMLException e, String text) {
    Mark mark = e.getProblemMark();
    boolean atEnd =
        mark == null || mark.getIndex() >= text.codePointCount(0, text.stripTrailing().length());
    return atEnd && e.getContextMark() != null ? e.getContextMark() : mark;
  }

  private static String reason(MarkedYAMLException e) {
    return e.getContext() == null ? e.getProblem() : e.getContext() + ": " + e.getProblem();
  }

  private static Location locate(String file, String text, int position) {
    String before = text.substring(0, Math.min(position, text.length()));
    int line = (int) before.chars().filter(c -> c == '\n').count() + 1;
    return new Location(file, line, position - before.lastIndexOf('\n'));
  }

  private static void report(Problems problems, Location location, String why) {
    problems.error(
        location,
        ErrorCode.INVALID_YAML,
        "the file is not well-formed YAML",
        why,
        "mend the syntax at this place");
  }
}
