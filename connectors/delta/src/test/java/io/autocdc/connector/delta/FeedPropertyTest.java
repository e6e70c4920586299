// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.delta;

import static org.assertj.core.api.Assertions.assertThat;

import io.autocdc.connector.delta.kernel.Change;
import io.autocdc.connector.delta.kernel.DeltaFolder;
import io.autocdc.connector.delta.kernel.DeltaLocation;
import io.autocdc.connector.delta.kernel.DeltaState;
import io.autocdc.connector.delta.kernel.LiveFile;
import io.autocdc.connector.delta.kernel.StagedFile;
import io.autocdc.connector.delta.kernel.StoredColumn;
import io.autocdc.dsl.type.TableSchema;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.types.Row;
import org.apache.flink.util.CloseableIterator;
import org.apache.flink.util.FileUtils;
import org.roaringbitmap.RoaringBitmap;

/**
 * A change feed against a slow reference: the difference of two versions that are read in whole.
 * Commits do whatever writers do: append, delete by vectors or by rewriting, update, restore,
 * rearrange.
 */
class FeedPropertyTest {

  private static final RowType TYPE =
      TableSchema.parse("id BIGINT NOT NULL, name STRING").toRowType();
  private static final int KEYS = 6;

  @Property(tries = 40)
  void theFeedOfEveryVersionIsTheDifferenceToTheOneBefore(
      @ForAll long seed, @ForAll @IntRange(min = 1, max = 7) int commits) throws Exception {
    Path temp = Files.createTempDirectory("feed-property");
    try {
      check(temp, new Random(seed), commits);
    } finally {
      FileUtils.deleteDirectory(temp.toFile());
    }
  }

  private static void check(Path temp, Random random, int commits) throws Exception {
    DeltaFolder folder = new DeltaLocation("file:" + temp.resolve("t"), Map.of()).open();
    folder.create(
        TYPE.getFields().stream().map(f -> StoredColumn.of(f.getName(), f.getType())).toList(),
        Map.of("delta.enableDeletionVectors", "true"));
    List<Map<Long, String>> versions = new ArrayList<>();
    versions.add(Map.of());
    for (int i = 0; i < commits; i++) {
      assertThat(folder.newest().orElseThrow().commit(change(folder, random))).isTrue();
      versions.add(rows(folder.newest().orElseThrow()));
    }
    List<Row> expected = new ArrayList<>();
    for (int version = 1; version < versions.size(); version++) {
      expected.addAll(difference(versions.get(version - 1), versions.get(version), version));
    }

    assertThat(ReadLog.changes(folder, "id").from(0).rows(temp))
        .containsExactlyInAnyOrderElementsOf(expected);
    List<Row> newest = new ArrayList<>();
    long last = versions.size() - 1;
    versions
        .get(versions.size() - 1)
        .forEach((id, name) -> newest.add(Row.of(id, name, "insert", last)));
    assertThat(ReadLog.changes(folder, "id").rows(temp))
        .containsExactlyInAnyOrderElementsOf(newest);
  }

  private static List<Row> difference(
      Map<Long, String> before, Map<Long, String> after, long version) {
    List<Row> rows = new ArrayList<>();
    Set<Long> keys = new TreeSet<>(before.keySet());
    keys.addAll(after.keySet());
    for (long id : keys) {
      String was = before.get(id);
      String is = after.get(id);
      if (was == null) {
        rows.add(Row.of(id, is, "insert", version));
      } else if (is == null) {
        rows.add(Row.of(id, was, "delete", version));
      } else if (!was.equals(is)) {
        rows.add(Row.of(id, was, "update_preimage", version));
        rows.add(Row.of(id, is, "update_postimage", version));
      }
    }
    return rows;
  }

  /** Any set of rows after a commit, each key at most once, and any way to get there. */
  private static Change change(DeltaFolder folder, Random random) throws IOException {
    DeltaState state = folder.newest().orElseThrow();
    boolean rearranges = random.nextInt(5) == 0;
    Change change = rearranges ? Change.ofFiles() : Change.ofRows(null);
    Map<Long, String> added = new TreeMap<>();
    Set<Long> free = new TreeSet<>();
    for (long id = 0; id < KEYS; id++) {
      free.add(id);
    }
    rows(state).keySet().forEach(free::remove);
    for (LiveFile file : state.files()) {
      Map<Long, String> removed = new TreeMap<>();
      int way = random.nextInt(rearranges ? 2 : 4);
      if (way == 0) {
        removed.putAll(rows(state, file, new RoaringBitmap(), true));
        change.remove(file);
        if (rearranges || random.nextBoolean()) {
          added.putAll(removed); // A file that is written anew.
        }
      } else if (way > 1) {
        RoaringBitmap deleted = new RoaringBitmap();
        long count = file.rows().orElseThrow();
        RoaringBitmap before = state.deleted(file);
        for (int position = 0; position < count; position++) {
          if (before.contains(position) || random.nextInt(3) == 0) {
            deleted.add(position);
          }
        }
        if (deleted.equals(before)) {
          continue;
        }
        Map<Long, String> kept = rows(state, file, deleted, false);
        removed.putAll(rows(state, file, new RoaringBitmap(), true));
        removed.keySet().removeAll(kept.keySet());
        change.delete(file, deleted, count);
      }
      free.addAll(removed.keySet());
    }
    free.removeAll(added.keySet());
    if (!rearranges) {
      for (long id : free) {
        if (random.nextInt(3) == 0) {
          added.put(id, "v" + random.nextInt(3));
        }
      }
      added.replaceAll((id, name) -> random.nextInt(4) == 0 ? "v" + random.nextInt(3) : name);
    }
    if (!added.isEmpty()) {
      int cut = random.nextInt(KEYS);
      write(folder, change, added, 0, cut);
      write(folder, change, added, cut, KEYS);
    }
    return change;
  }

  private static void write(
      DeltaFolder folder, Change change, Map<Long, String> rows, long from, long to)
      throws IOException {
    List<RowData> some = new ArrayList<>();
    rows.forEach(
        (id, name) -> {
          if (id >= from && id < to) {
            some.add(GenericRowData.of(id, StringData.fromString(name)));
          }
        });
    if (!some.isEmpty()) {
      List<StagedFile> files = folder.write(TYPE, Set.of("id"), some.iterator());
      change.add(files);
    }
  }

  private static Map<Long, String> rows(DeltaState state) throws IOException {
    Map<Long, String> rows = new TreeMap<>();
    for (LiveFile file : state.files()) {
      rows.putAll(rows(state, file, new RoaringBitmap(), true));
    }
    return rows;
  }

  private static Map<Long, String> rows(
      DeltaState state, LiveFile file, RoaringBitmap deleted, boolean orBefore) throws IOException {
    Map<Long, String> rows = new TreeMap<>();
    try (CloseableIterator<RowData> read =
        state.read(file, TYPE, orBefore ? state.deleted(file) : deleted)) {
      read.forEachRemaining(row -> rows.put(row.getLong(0), row.getString(1).toString()));
    } catch (IOException e) {
      throw e;
    } catch (Exception e) {
      throw new IOException(e);
    }
    return rows;
  }
}
