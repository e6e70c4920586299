// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.e2e;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** A page of the documentation, as lines with fenced blocks, tables and comments that are marks. */
final class MarkdownPage {

  private static final String FENCE = "```";

  private final Path root;
  private final Path file;
  private final List<String> lines;

  MarkdownPage(Path root, String name) {
    this.root = root;
    this.file = root.resolve(name);
    try {
      this.lines = new ArrayList<>(Files.readAllLines(file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * A fenced block.
   *
   * @param from index of the line of the opening fence
   * @param to index of the line of the closing fence
   * @param language first word behind the fence
   * @param attributes further words behind the fence
   * @param lines the lines between the fences
   */
  record Block(int from, int to, String language, List<String> attributes, List<String> lines) {

    String text() {
      return String.join("\n", lines) + "\n";
    }

    /** The value of {@code name=value}. */
    Optional<String> attribute(String name) {
      return attributes.stream()
          .filter(a -> a.startsWith(name + "="))
          .map(a -> a.substring(name.length() + 1))
          .findFirst();
    }
  }

  /** A table, with the index of the line behind it. */
  record Table(List<String> header, List<List<String>> rows, int end) {}

  String name() {
    return root.relativize(file).toString();
  }

  List<String> lines() {
    return lines;
  }

  /** {@code docs/page.md:12}. */
  String place(int index) {
    return name() + ":" + (index + 1);
  }

  List<Block> blocks() {
    List<Block> blocks = new ArrayList<>();
    for (int i = 0; i < lines.size(); i++) {
      if (lines.get(i).startsWith(FENCE)) {
        int from = i;
        List<String> words = List.of(lines.get(i).substring(FENCE.length()).strip().split(" +"));
        do {
          i++;
        } while (i < lines.size() && !lines.get(i).equals(FENCE));
        if (i == lines.size()) {
          throw new AssertionError(place(from) + ": the block is not closed");
        }
        blocks.add(
            new Block(
                from,
                i,
                words.get(0),
                words.subList(1, words.size()),
                List.copyOf(lines.subList(from + 1, i))));
      }
    }
    return blocks;
  }

  /** Indexes of lines outside of blocks that look like code all the same, and would not be run. */
  List<Integer> hiddenCode() {
    List<Integer> hidden = new ArrayList<>();
    int next = 0;
    for (Block block : blocks()) {
      addHiddenCode(next, block.from(), hidden);
      next = block.to() + 1;
    }
    addHiddenCode(next, lines.size(), hidden);
    return hidden;
  }

  private void addHiddenCode(int from, int to, List<Integer> hidden) {
    for (int i = from; i < to; i++) {
      if (lines.get(i).matches("\\s*(```|~~~).*|(    |\t).*|\\$ .*|<pre.*")) {
        hidden.add(i);
      }
    }
  }

  /** Indexes of the lines that begin with a text. */
  List<Integer> find(String start) {
    return IntStream.range(0, lines.size())
        .filter(i -> lines.get(i).startsWith(start))
        .boxed()
        .toList();
  }

  /** The next table at or behind a line. */
  Table table(int index) {
    int start = index;
    while (start < lines.size() && !lines.get(start).startsWith("|")) {
      start++;
    }
    int end = start;
    while (end < lines.size() && lines.get(end).startsWith("|")) {
      end++;
    }
    if (end - start < 2) {
      throw new AssertionError(place(index) + ": no table follows");
    }
    return new Table(
        cells(lines.get(start)),
        lines.subList(start + 2, end).stream().map(MarkdownPage::cells).toList(),
        end);
  }

  /** Replaces lines and saves the page. */
  void replace(int from, int to, List<String> text) {
    List<String> region = lines.subList(from, to);
    region.clear();
    region.addAll(text);
    try {
      Files.write(file, lines);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Cells without emphasis, code marks and escapes; a bar within a cell is written {@code \|}. */
  private static List<String> cells(String line) {
    String inner = line.strip().replaceFirst("^\\|", "").replaceFirst("\\|$", "");
    return List.of(inner.split("(?<!\\\\)\\|", -1)).stream()
        .map(cell -> cell.strip().replace("\\|", "|").replaceAll("[*`]", ""))
        .toList();
  }
}
