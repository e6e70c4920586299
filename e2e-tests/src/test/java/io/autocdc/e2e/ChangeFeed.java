// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.e2e;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/**
 * A large random change feed in files, and the history that it must give, computed by sorting:
 * plain and single-threaded. 30 % of the events are out of order, by any distance; 5 % are deletes;
 * values repeat often enough that runs of equal events have to be joined.
 */
final class ChangeFeed {

  private static final int STATUSES = 4;

  /** Of each event in arrival order: key, sequence, and status or -1 for a delete. */
  private final int[] keys;

  private final int[] sequences;
  private final int[] statuses;

  ChangeFeed(int events, int keyCount, long seed) {
    Random random = new Random(seed);
    keys = new int[events];
    sequences = new int[events];
    statuses = new int[events];
    for (int i = 0; i < events; i++) {
      keys[i] = random.nextInt(keyCount);
      sequences[i] = i;
      statuses[i] = random.nextInt(20) == 0 ? -1 : random.nextInt(STATUSES);
    }
    int swaps = events * 15 / 100;
    for (int i = 0; i < swaps; i++) {
      swap(random.nextInt(events), random.nextInt(events));
    }
  }

  private void swap(int a, int b) {
    for (int[] column : List.of(keys, sequences, statuses)) {
      int value = column[a];
      column[a] = column[b];
      column[b] = value;
    }
  }

  static String schema() {
    return "id BIGINT, name STRING, status STRING, op STRING, seq BIGINT";
  }

  /** Writes the events in arrival order into files of about equal size. */
  void write(Path folder, int files) throws IOException {
    write(folder, files, 0, files);
  }

  /**
   * Writes some of these files.
   *
   * @param from the first, from zero
   * @param to the one behind the last
   */
  void write(Path folder, int files, int from, int to) throws IOException {
    Files.createDirectories(folder);
    int size = (keys.length + files - 1) / files;
    for (int file = from; file < to; file++) {
      Path path = folder.resolve("changes_%03d.json".formatted(file));
      try (BufferedWriter out = Files.newBufferedWriter(path)) {
        for (int i = file * size; i < Math.min(keys.length, (file + 1) * size); i++) {
          out.write(line(i));
        }
      }
    }
  }

  private String line(int i) {
    if (statuses[i] < 0) {
      return "{\"id\":" + keys[i] + ",\"op\":\"D\",\"seq\":" + sequences[i] + "}\n";
    }
    return "{\"id\":%d,\"name\":\"%s\",\"status\":\"%s\",\"op\":\"U\",\"seq\":%d}\n"
        .formatted(keys[i], name(keys[i]), status(statuses[i]), sequences[i]);
  }

  /** The history as {@code show --format json} prints it: sorted by key and start. */
  List<String> expectedHistory() {
    Integer[] order = new Integer[keys.length];
    Arrays.setAll(order, i -> i);
    Arrays.sort(
        order,
        (a, b) ->
            keys[a] != keys[b]
                ? Integer.compare(keys[a], keys[b])
                : Integer.compare(sequences[a], sequences[b]));
    List<String> rows = new ArrayList<>();
    int i = 0;
    while (i < order.length) {
      int first = order[i++];
      if (statuses[first] < 0) {
        continue;
      }
      while (i < order.length
          && keys[order[i]] == keys[first]
          && statuses[order[i]] == statuses[first]) {
        i++;
      }
      boolean ended = i < order.length && keys[order[i]] == keys[first];
      rows.add(
          "{\"id\":%d,\"name\":\"%s\",\"status\":\"%s\",\"__START_AT\":%d,\"__END_AT\":%s}"
              .formatted(
                  keys[first],
                  name(keys[first]),
                  status(statuses[first]),
                  sequences[first],
                  ended ? sequences[order[i]] : null));
    }
    return rows;
  }

  private static String name(int key) {
    return "customer " + key;
  }

  private static String status(int status) {
    return "status-" + status;
  }
}
