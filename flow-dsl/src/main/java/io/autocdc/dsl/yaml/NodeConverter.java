// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.dsl.yaml;

import io.autocdc.dsl.problem.ErrorCode;
import io.autocdc.dsl.problem.Location;
import io.autocdc.dsl.problem.Problems;
import io.autocdc.dsl.problem.TextPlace;
import io.autocdc.dsl.yaml.YamlNode.Entry;
import io.autocdc.dsl.yaml.YamlNode.Mapping;
import io.autocdc.dsl.yaml.YamlNode.Scalar;
import io.autocdc.dsl.yaml.YamlNode.Sequence;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.yaml.snakeyaml.DumperOptions.ScalarStyle;
import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;
import org.yaml.snakeyaml.nodes.Tag;

/**
 * Turns SnakeYAML's nodes into ours, which know their file: keys are texts and unique, aliases and
 * merge keys ({@code <<}) are resolved.
 */
final class NodeConverter {

  private final String file;
  private final String[] lines;
  private final Problems problems;

  /** Nodes on the way from the root; an alias to one of them would never end. */
  private final Set<Node> open = Collections.newSetFromMap(new IdentityHashMap<>());

  NodeConverter(String file, String text, Problems problems) {
    this.file = file;
    this.lines = text.split("\r\n|[\n\r\u0085\u2028\u2029]", -1);
    this.problems = problems;
  }

  /** The converted node; empty if it contains itself, which is reported. */
  Optional<YamlNode> convert(Node node) {
    if (!open.add(node)) {
      invalid(location(node.getStartMark()), "an alias stands inside what it stands for");
      return Optional.empty();
    }
    YamlNode converted;
    if (node instanceof ScalarNode scalar) {
      converted = scalar(scalar);
    } else if (node instanceof SequenceNode sequence) {
      List<YamlNode> items = new ArrayList<>();
      sequence.getValue().forEach(item -> convert(item).ifPresent(items::add));
      converted = new Sequence(location(node.getStartMark()), items);
    } else {
      converted = mapping((MappingNode) node);
    }
    open.remove(node);
    return Optional.of(converted);
  }

  private Mapping mapping(MappingNode node) {
    Map<String, Entry> entries = new LinkedHashMap<>();
    List<Mapping> merged = new ArrayList<>();
    for (NodeTuple tuple : node.getValue()) {
      Location keyLocation = location(tuple.getKeyNode().getStartMark());
      Optional<YamlNode> value = convert(tuple.getValueNode());
      if (!(tuple.getKeyNode() instanceof ScalarNode key)) {
        invalid(keyLocation, "a key is a list or a mapping");
      } else if (key.getTag().equals(Tag.MERGE)) {
        value.ifPresent(v -> collectMerged(v, merged));
      } else if (entries.containsKey(key.getValue())) {
        problems.error(
            keyLocation,
            ErrorCode.DUPLICATE_KEY,
            "the key '" + key.getValue() + "' stands twice",
            "it is in line " + entries.get(key.getValue()).keyLocation().line() + " already",
            "keep one of them");
      } else {
        value.ifPresent(v -> entries.put(key.getValue(), new Entry(keyLocation, v)));
      }
    }
    for (Mapping more : merged) {
      more.entries().forEach(entries::putIfAbsent);
    }
    return new Mapping(location(node.getStartMark()), entries);
  }

  private void collectMerged(YamlNode value, List<Mapping> merged) {
    if (value instanceof Mapping mapping) {
      merged.add(mapping);
    } else if (value instanceof Sequence sequence) {
      sequence.items().forEach(item -> collectMerged(item, merged));
    } else {
      invalid(value.location(), "only mappings can be merged with <<");
    }
  }

  private Scalar scalar(ScalarNode node) {
    Location location = location(node.getStartMark());
    boolean isNull = node.getTag().equals(Tag.NULL) && node.getScalarStyle() == ScalarStyle.PLAIN;
    return new Scalar(location, node.getValue(), isNull ? null : placeOf(node), isNull);
  }

  /** Where the characters stand, if the file has them just as they are read. */
  private TextPlace placeOf(ScalarNode node) {
    Mark start = node.getStartMark();
    if (node.getScalarStyle() == ScalarStyle.LITERAL) {
      return literalPlace(start);
    }
    int quotes = node.getScalarStyle() == ScalarStyle.PLAIN ? 0 : 1;
    int written = node.getEndMark().getIndex() - start.getIndex() - 2 * quotes;
    int read = node.getValue().codePointCount(0, node.getValue().length());
    boolean asItIs =
        node.getScalarStyle() != ScalarStyle.FOLDED
            && start.getLine() == node.getEndMark().getLine()
            && written == read;
    return asItIs
        ? new TextPlace(new Location(file, start.getLine() + 1, start.getColumn() + 1 + quotes), 0)
        : null;
  }

  /** A literal block starts in the line below, indented like its first line that is not empty. */
  private TextPlace literalPlace(Mark start) {
    String header = lines[start.getLine()].substring(start.getColumn());
    boolean ownIndent = header.split("#", 2)[0].chars().anyMatch(Character::isDigit);
    for (int i = start.getLine() + 1; i < lines.length && !ownIndent; i++) {
      if (!lines[i].isBlank()) {
        int indent = lines[i].length() - lines[i].stripLeading().length();
        return new TextPlace(new Location(file, start.getLine() + 2, indent + 1), indent + 1);
      }
    }
    return null;
  }

  private Location location(Mark mark) {
    return new Location(file, mark.getLine() + 1, mark.getColumn() + 1);
  }

  private void invalid(Location location, String why) {
    problems.error(
        location,
        ErrorCode.INVALID_YAML,
        "the file is not well-formed YAML",
        why,
        "mend the syntax at this place");
  }
}
