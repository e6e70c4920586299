// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.delta;

import static io.autocdc.connector.delta.HandMadeTable.PLAIN;
import static io.autocdc.connector.delta.HandMadeTable.add;
import static io.autocdc.connector.delta.HandMadeTable.cdc;
import static io.autocdc.connector.delta.HandMadeTable.field;
import static io.autocdc.connector.delta.HandMadeTable.metadata;
import static io.autocdc.connector.delta.HandMadeTable.remove;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.autocdc.connector.delta.kernel.Change;
import io.autocdc.connector.delta.kernel.DeltaFolder;
import io.autocdc.connector.delta.kernel.DeltaState;
import io.autocdc.connector.delta.kernel.LiveFile;
import io.autocdc.connector.delta.kernel.StagedFile;
import io.autocdc.connector.delta.kernel.StoredColumn;
import io.autocdc.dsl.DeltaFeeds;
import io.autocdc.dsl.SourceTypes;
import io.autocdc.dsl.type.TableSchema;
import io.autocdc.testing.TestRows;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.flink.table.data.conversion.RowRowConverter;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.types.Row;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.roaringbitmap.RoaringBitmap;

/** What a source makes of the commits of a table. */
@Timeout(120)
class CommitRowsTest {

  private static final String SCHEMA = "id BIGINT, name STRING";
  private static final RowType TYPE = TableSchema.parse(SCHEMA).toRowType();
  private static final String ID = field("id", "long");
  private static final String NAME = field("name", "string");
  private static final String INSERT = "insert";
  private static final String DELETE = "delete";
  private static final String BEFORE = "update_preimage";
  private static final String AFTER = "update_postimage";

  @TempDir Path temp;
  private DeltaFolder ours;
  private HandMadeTable theirs;

  @BeforeEach
  void create() throws IOException {
    ours =
        new io.autocdc.connector.delta.kernel.DeltaLocation(
                "file:" + temp.resolve("ours"), Map.of())
            .open();
    ours.create(
        TYPE.getFields().stream().map(f -> StoredColumn.of(f.getName(), f.getType())).toList(),
        Map.of("delta.enableDeletionVectors", "true"));
    theirs = new HandMadeTable(temp.resolve("theirs"));
  }

  private List<StagedFile> staged(Row... rows) throws IOException {
    RowRowConverter converter = TestRows.converter(TYPE);
    return ours.write(TYPE, Set.of(), Arrays.stream(rows).map(converter::toInternal).iterator());
  }

  private DeltaState newest() {
    return ours.newest().orElseThrow();
  }

  private void commit(Change change) throws IOException {
    assertThat(newest().commit(change)).isTrue();
  }

  private static Change change() {
    return Change.ofRows(null);
  }

  private LiveFile onlyFile() throws IOException {
    assertThat(newest().files()).hasSize(1);
    return newest().files().get(0);
  }

  private List<Row> read(ReadLog log) throws IOException {
    return log.rows(temp);
  }

  @Test
  void filesThatComeAreInsertsAndThoseThatGoAreDeletes() throws Exception {
    commit(change().add(staged(Row.of(1L, "Ann"), Row.of(2L, "Bob"))));
    LiveFile file = onlyFile();
    commit(change().add(staged(Row.of(3L, "Cid"))));
    commit(change().remove(file));

    assertThat(read(ReadLog.changes(ours).from(0)))
        .containsExactly(
            Row.of(1L, "Ann", INSERT, 1L),
            Row.of(2L, "Bob", INSERT, 1L),
            Row.of(3L, "Cid", INSERT, 2L),
            Row.of(1L, "Ann", DELETE, 3L),
            Row.of(2L, "Bob", DELETE, 3L));
    assertThat(read(ReadLog.changes(ours).from(2))).hasSize(3);
    assertThat(read(ReadLog.changes(ours))).containsExactly(Row.of(3L, "Cid", INSERT, 3L));
    assertThat(read(ReadLog.changes(ours).with(DeltaFeeds.STARTING_VERSION, "latest"))).isEmpty();
  }

  @Test
  void ofADeletionVectorOnlyWhatIsNewlyGoneOrBackIsTold() throws Exception {
    commit(change().add(staged(Row.of(1L, "Ann"), Row.of(2L, "Bob"), Row.of(3L, "Cid"))));
    commit(change().delete(onlyFile(), RoaringBitmap.bitmapOf(0), 3));
    commit(change().delete(onlyFile(), RoaringBitmap.bitmapOf(0, 2), 3));
    // A RESTORE: the vector of before.
    commit(change().delete(onlyFile(), RoaringBitmap.bitmapOf(1), 3));

    assertThat(read(ReadLog.changes(ours, "id").from(2)))
        .containsExactly(
            Row.of(1L, "Ann", DELETE, 2L),
            Row.of(3L, "Cid", DELETE, 3L),
            Row.of(1L, "Ann", INSERT, 4L),
            Row.of(2L, "Bob", DELETE, 4L),
            Row.of(3L, "Cid", INSERT, 4L));
    assertThat(read(ReadLog.changes(ours)))
        .extracting(row -> row.getField(0))
        .containsExactly(1L, 3L);
  }

  @Test
  void whatGoesAndComesInOneCommitIsAnUpdateOfItsKey() throws Exception {
    commit(change().add(staged(Row.of(1L, "Ann"), Row.of(2L, "Bob"), Row.of(3L, "Cid"))));
    commit(
        change()
            .delete(onlyFile(), RoaringBitmap.bitmapOf(0, 1), 3)
            .add(staged(Row.of(1L, "Anna"), Row.of(4L, "Dan"))));

    assertThat(read(ReadLog.changes(ours, "id").from(2)))
        .containsExactly(
            Row.of(1L, "Ann", BEFORE, 2L),
            Row.of(1L, "Anna", AFTER, 2L),
            Row.of(2L, "Bob", DELETE, 2L),
            Row.of(4L, "Dan", INSERT, 2L));
    assertThat(read(ReadLog.changes(ours).from(2)))
        .as("without keys as they come")
        .containsExactlyInAnyOrder(
            Row.of(1L, "Ann", DELETE, 2L),
            Row.of(2L, "Bob", DELETE, 2L),
            Row.of(1L, "Anna", INSERT, 2L),
            Row.of(4L, "Dan", INSERT, 2L));
  }

  @Test
  void rowsOfARewrittenFileThatStayAsTheyWereAreNoChange() throws Exception {
    commit(change().add(staged(Row.of(1L, "Ann"), Row.of(2L, "Bob"), Row.of(2L, "Bob"))));
    commit(change().remove(onlyFile()).add(staged(Row.of(1L, "Anna"), Row.of(2L, "Bob"))));

    assertThat(read(ReadLog.changes(ours, "id").from(2)))
        .containsExactly(
            Row.of(1L, "Ann", BEFORE, 2L),
            Row.of(1L, "Anna", AFTER, 2L),
            Row.of(2L, "Bob", DELETE, 2L));
  }

  @Test
  void filesThatAreOnlyRearrangedArePassedOver() throws Exception {
    commit(change().add(staged(Row.of(1L, "Ann"))));
    commit(Change.ofFiles().remove(onlyFile()).add(staged(Row.of(1L, "Ann"))));

    assertThat(read(ReadLog.changes(ours, "id").from(2))).isEmpty();
    assertThat(read(ReadLog.appended(ours).from(1))).containsExactly(Row.of(1L, "Ann", 1L));
  }

  @Test
  void appendedRowsStopAtACommitThatChangesRowsUnlessSuchAreLeftOut() throws Exception {
    commit(change().add(staged(Row.of(1L, "Ann"))));
    commit(
        change().delete(onlyFile(), RoaringBitmap.bitmapOf(0), 1).add(staged(Row.of(1L, "Anna"))));
    commit(change().add(staged(Row.of(2L, "Bob"))));

    assertThatThrownBy(() -> read(ReadLog.appended(ours).from(0)))
        .hasMessageContaining("version 2 of its table updates, deletes or overwrites rows")
        .hasMessageContaining("read_change_feed: true")
        .hasMessageContaining("skip_change_commits: true");
    assertThat(read(ReadLog.appended(ours).from(0).with(DeltaFeeds.SKIP_CHANGE_COMMITS, "true")))
        .containsExactly(Row.of(1L, "Ann", 1L), Row.of(2L, "Bob", 3L));
  }

  @Test
  void aCommitWithFilesOfChangesIsToldByThemAlone() throws Exception {
    StagedFile before = theirs.file(SCHEMA, Row.of(1L, "Ann"), Row.of(2L, "Bob"));
    StagedFile after = theirs.file(SCHEMA, Row.of(1L, "Anna"), Row.of(7L, "Bob"));
    StagedFile changes =
        theirs.file(
            SCHEMA + ", _change_type STRING",
            Row.of(1L, "Ann", BEFORE),
            Row.of(1L, "Anna", AFTER),
            Row.of(2L, "Bob", BEFORE),
            Row.of(7L, "Bob", AFTER),
            Row.of(8L, "Eve", DELETE),
            Row.of(8L, "Eva", INSERT));
    theirs
        .commit(PLAIN, metadata("t", ID + "," + NAME, "", ""), add(before))
        .commit(remove(before), add(after), cdc(changes));

    assertThat(read(ReadLog.changes(theirs.open(), "id").from(1)))
        .containsExactly(
            Row.of(1L, "Ann", BEFORE, 1L),
            Row.of(1L, "Anna", AFTER, 1L),
            Row.of(2L, "Bob", BEFORE, 1L),
            Row.of(7L, "Bob", AFTER, 1L),
            Row.of(8L, "Eve", BEFORE, 1L),
            Row.of(8L, "Eva", AFTER, 1L));
    assertThat(
            read(
                ReadLog.changes(theirs.open(), "id")
                    .from(1)
                    .with(SourceTypes.UNPAIRED_UPDATE_BEFORE, "delete")))
        .as("of an update that moved the key, the row that went is a delete")
        .contains(Row.of(2L, "Bob", DELETE, 1L), Row.of(1L, "Ann", BEFORE, 1L));
  }

  @Test
  void valuesOfPartitionColumnsComeFromTheLog() throws Exception {
    StagedFile file = theirs.file("id BIGINT", Row.of(1L));
    String fields =
        String.join(
            ",",
            field("day", "date"),
            ID,
            field("part", "string"),
            field("amount", "decimal(10,2)"),
            field("at", "timestamp"));
    theirs.commit(
        PLAIN,
        metadata("t", fields, "\"day\",\"part\",\"amount\",\"at\"", ""),
        add(
            file,
            "\"day\":\"2026-01-31\",\"part\":\"a b/c\",\"amount\":\"1.50\","
                + "\"at\":\"2026-01-31T10:00:00.000001Z\""));
    StagedFile empty = theirs.file("id BIGINT", Row.of(2L));
    theirs.commit(add(empty, "\"day\":null,\"part\":\"\",\"amount\":null,\"at\":null"));

    assertThat(read(ReadLog.changes(theirs.open(), "id").from(0)))
        .containsExactly(
            Row.of(
                LocalDate.parse("2026-01-31"),
                1L,
                "a b/c",
                new BigDecimal("1.50"),
                Instant.parse("2026-01-31T10:00:00.000001Z"),
                INSERT,
                0L),
            Row.of(null, 2L, null, null, null, INSERT, 1L));
    assertThat(read(ReadLog.appended(theirs.open()).columns("part STRING, other INT").from(0)))
        .containsExactly(Row.of("a b/c", null, 0L), Row.of(null, null, 1L));
  }

  @Test
  void renamedColumnsAreReadUnderTheirNamesInFiles() throws Exception {
    String mapped =
        "\"delta.columnMapping.mode\":\"name\",\"delta.columnMapping.maxColumnId\":\"2\"";
    String id = field("id", "long", mapping(1, "c-1"));
    StagedFile first = theirs.file("`c-1` BIGINT, `c-2` STRING", Row.of(1L, "Ann"));
    StagedFile second = theirs.file("`c-1` BIGINT, `c-2` STRING", Row.of(2L, "Bob"));
    theirs
        .commit(
            "{\"protocol\":{\"minReaderVersion\":2,\"minWriterVersion\":5}}",
            metadata("t", id + "," + field("name", "string", mapping(2, "c-2")), "", mapped),
            add(first))
        .commit(metadata("t", id + "," + field("title", "string", mapping(2, "c-2")), "", mapped))
        .commit(add(second));

    assertThat(read(ReadLog.changes(theirs.open(), "id").from(0)))
        .containsExactly(Row.of(1L, "Ann", INSERT, 0L), Row.of(2L, "Bob", INSERT, 2L));
  }

  private static String mapping(int id, String physical) {
    return "\"delta.columnMapping.id\":%d,\"delta.columnMapping.physicalName\":\"%s\""
        .formatted(id, physical);
  }

  @Test
  void filesOfBeforeAColumnWasAddedOrWidenedAreReadRight() throws Exception {
    StagedFile narrow = theirs.file("n INT, f FLOAT", Row.of(1, 1.5f));
    StagedFile wide = theirs.file("n BIGINT, f DOUBLE, extra STRING", Row.of(1L << 40, 2.5, "x"));
    theirs
        .commit(
            "{\"protocol\":{\"minReaderVersion\":3,\"minWriterVersion\":7,\"readerFeatures\":[\"typeWidening\"],"
                + "\"writerFeatures\":[\"typeWidening\"]}}",
            metadata("t", field("n", "integer") + "," + field("f", "float"), "", ""),
            add(narrow))
        .commit(
            metadata(
                "t",
                field("n", "long") + "," + field("f", "double") + "," + field("extra", "string"),
                "",
                ""),
            add(wide));

    assertThat(read(ReadLog.changes(theirs.open()).from(0)))
        .containsExactly(Row.of(1L, 1.5, null, INSERT, 0L), Row.of(1L << 40, 2.5, "x", INSERT, 1L));
  }

  @Test
  void aVersionWhoseColumnHoldsMoreThanIsReadIsRefused() throws Exception {
    StagedFile wide = theirs.file("n INT", Row.of(70_000));
    StagedFile narrow = theirs.file("n SMALLINT", Row.of((short) 1));
    theirs
        .commit(PLAIN, metadata("t", field("n", "integer"), "", ""), add(wide))
        .commit(metadata("t", field("n", "short"), "", ""), remove(wide), add(narrow));

    assertThatThrownBy(() -> read(ReadLog.changes(theirs.open()).from(0)))
        .hasMessageContaining("reads the column 'n' as short, and version 0")
        .hasMessageContaining("has it as integer");
    assertThat(read(ReadLog.changes(theirs.open()))).containsExactly(Row.of((short) 1, INSERT, 1L));
  }

  @Test
  void aStartThatTheLogDoesNotHaveIsRefusedWithWhatItHas() throws Exception {
    commit(change().add(staged(Row.of(1L, "Ann"))));

    assertThat(read(ReadLog.changes(ours).from(2))).as("what comes next").isEmpty();
    assertThatThrownBy(() -> read(ReadLog.changes(ours).from(3)))
        .hasMessageContaining("starting_version 3, which its table does not have")
        .hasMessageContaining("the log of the table has the versions 0 to 1");
    long made = newest().timestamp();
    assertThat(read(ReadLog.changes(ours).with(DeltaFeeds.STARTING_TIMESTAMP, time(made))))
        .hasSize(1);
    assertThat(read(ReadLog.changes(ours).with(DeltaFeeds.STARTING_TIMESTAMP, time(made + 1))))
        .isEmpty();
    assertThat(read(ReadLog.changes(ours).with(DeltaFeeds.STARTING_TIMESTAMP, time(0)))).hasSize(1);
    assertThatThrownBy(
            () ->
                read(
                    ReadLog.changes(ours)
                        .with(DeltaFeeds.STARTING_TIMESTAMP, "2999-01-01T00:00:00Z")))
        .hasMessageContaining("which is still to come");
  }

  private static String time(long millis) {
    return Instant.ofEpochMilli(millis).toString();
  }

  @Test
  void aLogThatIsNotTheOneThatWasReadIsAnError() throws Exception {
    StagedFile file = theirs.file(SCHEMA, Row.of(1L, "Ann"));
    theirs.commit(PLAIN, metadata("t", ID + "," + NAME, "", ""), add(file)).commit().commit();
    ChangesLog log = ReadLog.changes(theirs.open(), "id").log();
    ChangesPosition end = log.begin().position();
    log.requireSame(end);

    String last = Files.readString(theirs.log(2));
    Files.writeString(theirs.log(2), last.replace("\"t2\"", "\"other\""));
    assertThatThrownBy(() -> log.requireSame(end))
        .hasMessageContaining("version 2 is another one than was read");
    Files.delete(theirs.log(2));
    assertThatThrownBy(() -> log.requireSame(end))
        .hasMessageContaining("would go on in its table at version 3, and the newest one is 1");
    Files.writeString(
        theirs.log(0), Files.readString(theirs.log(0)).replace("\"id\":\"t\"", "\"id\":\"u\""));
    assertThatThrownBy(() -> log.requireSame(end)).hasMessageContaining("made anew");
  }

  @Test
  void commitsThatAreGoneAreAnError() throws Exception {
    for (int i = 0; i < 3; i++) {
      commit(change().add(staged(Row.of((long) i, "x"))));
    }
    ChangesLog log = ReadLog.changes(ours, "id").from(0).log();
    ChangesPosition start = log.begin().position();
    newest().checkpointLog();
    Path folder = temp.resolve("ours/_delta_log");
    for (int version = 0; version < 2; version++) {
      Files.delete(folder.resolve("%020d.json".formatted(version)));
    }

    assertThatThrownBy(() -> log.after(start, 1))
        .hasMessageContaining(
            "would go on in its table at version 0, which is no longer in its log")
        .hasMessageContaining("the versions 2 to 3");
    assertThatThrownBy(() -> read(ReadLog.changes(ours).from(1)))
        .hasMessageContaining("the versions 2 to 3");
    assertThatThrownBy(
            () -> read(ReadLog.changes(ours).with(DeltaFeeds.STARTING_TIMESTAMP, time(0))))
        .hasMessageContaining("the log of its table does not go back so far");
    assertThat(read(ReadLog.changes(ours))).hasSize(3);
  }

  @Test
  void readingGoesOnAtAnyRowOfASplitWhetherItFitsIntoMemoryOrNot() throws Exception {
    commit(change().add(staged(Row.of(1L, "Ann"), Row.of(2L, "Bob"), Row.of(3L, "Cid"))));
    commit(
        change()
            .remove(onlyFile())
            .add(staged(Row.of(3L, "Cid"), Row.of(1L, "A"), Row.of(9L, "Z"))));
    ReadLog log = ReadLog.changes(ours, "id").from(0);
    for (ChangesSplit split : log.splits()) {
      List<Row> all;
      try (SplitRows rows = SplitRows.of(ours, split, log.format(), temp)) {
        all = log.rows(rows);
      }
      assertThat(all).isNotEmpty();
      if (!split.keys().isEmpty()) {
        try (SplitRows rows = new PairedRows(ours, split, log.format(), temp, 1)) {
          assertThat(log.rows(rows)).as("from disk").isEqualTo(all);
        }
      }
      for (int read = 0; read <= all.size(); read++) {
        long position = split.position();
        try (SplitRows rows = SplitRows.of(ours, split, log.format(), temp)) {
          for (int i = 0; i < read; i++) {
            position = rows.next().place() + 1;
          }
        }
        ChangesSplit stored =
            ChangesSplit.SERIALIZER.deserialize(
                1, ChangesSplit.SERIALIZER.serialize(split.at(position)));
        try (SplitRows rows = SplitRows.of(ours, stored, log.format(), temp)) {
          assertThat(log.rows(rows)).isEqualTo(all.subList(read, all.size()));
        }
      }
    }
    try (var left = Files.list(temp)) {
      assertThat(left).as("nothing stays on disk").hasSize(2);
    }
  }
}
