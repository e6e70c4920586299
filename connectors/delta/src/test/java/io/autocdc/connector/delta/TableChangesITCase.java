// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.delta;

import static io.autocdc.connector.delta.TestTables.CUSTOMERS;
import static io.autocdc.connector.delta.TestTables.folder;
import static io.autocdc.testing.TestDefinitions.keyed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.autocdc.connector.delta.kernel.Change;
import io.autocdc.connector.delta.kernel.DeltaFolder;
import io.autocdc.connector.delta.kernel.LiveFile;
import io.autocdc.connector.delta.kernel.StagedFile;
import io.autocdc.dsl.DeltaFeeds;
import io.autocdc.dsl.ReadMode;
import io.autocdc.dsl.Source;
import io.autocdc.dsl.SourceTypes;
import io.autocdc.dsl.TableName;
import io.autocdc.dsl.problem.AutoCdcException;
import io.autocdc.dsl.type.TableSchema;
import io.autocdc.spi.SourceConnector.SourceContext;
import io.autocdc.spi.TableCatalog;
import io.autocdc.testing.TestJobs;
import io.autocdc.testing.TestRows;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import org.apache.flink.api.common.JobExecutionResult;
import org.apache.flink.api.common.functions.MapFunction;
import org.apache.flink.api.common.state.CheckpointListener;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.runtime.typeutils.InternalTypeInfo;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.apache.flink.types.Row;
import org.apache.flink.util.ExceptionUtils;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.roaringbitmap.RoaringBitmap;

/** A table that is read by a job, over failures, savepoints and other tables in its place. */
@Timeout(180)
class TableChangesITCase {

  @RegisterExtension static final MiniClusterExtension CLUSTER = TestJobs.cluster();

  private static final TableName LOG = CUSTOMERS.quarantine();
  private static final RowType STORED = TestRows.rowType("id BIGINT NOT NULL, name STRING");
  private static final RowType READ =
      TestRows.rowType("id BIGINT, name STRING, change STRING, version BIGINT");
  private static final int ROWS = 1_500;

  @TempDir Path folder;
  private Path warehouse;
  private TableCatalog catalog;
  private final List<Row> expected = new ArrayList<>();

  @BeforeEach
  void open() {
    warehouse = folder.resolve("warehouse");
    catalog = TestTables.catalog(warehouse);
    catalog.create(keyed(CUSTOMERS, "id BIGINT, name STRING", "id"));
    // Without a primary key nothing hides a row that is read twice.
    catalog.create(keyed(LOG, "id BIGINT, name STRING, change STRING, version BIGINT"));
    Slowly.FAILURES_LEFT.set(0);
    Slowly.PASSED.set(0);
  }

  @AfterEach
  void close() {
    catalog.close();
  }

  private DeltaFolder table() {
    return folder(warehouse, CUSTOMERS);
  }

  private List<StagedFile> staged(String name, long from) throws IOException {
    return table()
        .write(
            STORED,
            Set.of("id"),
            LongStream.range(from, from + ROWS)
                .mapToObj(id -> GenericRowData.of(id, StringData.fromString(name)))
                .iterator());
  }

  private void commit(Change change) throws IOException {
    assertThat(table().newest().orElseThrow().commit(change)).isTrue();
  }

  private long insert(String name, long from) throws IOException {
    commit(Change.ofRows(null).add(staged(name, from)));
    long version = table().newest().orElseThrow().version();
    expect(name, "insert", from, from + ROWS, version);
    return version;
  }

  private void expect(String name, String change, long from, long to, long version) {
    LongStream.range(from, to).forEach(id -> expected.add(Row.of(id, name, change, version)));
  }

  /** Renames the rows of the only file, one half of them, by a deletion vector. */
  private void renameHalf(String before, String after) throws IOException {
    LiveFile file = table().newest().orElseThrow().files().get(0);
    RoaringBitmap half = new RoaringBitmap();
    half.add(0L, ROWS / 2);
    List<StagedFile> files =
        table()
            .write(
                STORED,
                Set.of("id"),
                LongStream.range(0, ROWS / 2)
                    .mapToObj(id -> GenericRowData.of(id, StringData.fromString(after)))
                    .iterator());
    commit(Change.ofRows(null).delete(file, half, ROWS).add(files));
    long version = table().newest().orElseThrow().version();
    expect(before, "update_preimage", 0, ROWS / 2, version);
    expect(after, "update_postimage", 0, ROWS / 2, version);
  }

  private JobClient start(Configuration configuration, int parallelism, String... options)
      throws Exception {
    StreamExecutionEnvironment env = TestJobs.environment(configuration, parallelism);
    Source source =
        new Source(
                "customers",
                SourceTypes.DELTA,
                ReadMode.STREAM,
                Map.of(
                    SourceTypes.TABLE,
                    CUSTOMERS.toString(),
                    DeltaFeeds.READ_CHANGE_FEED,
                    "true",
                    "monitor_interval",
                    "50 ms"),
                TableSchema.parse("id BIGINT, name STRING"),
                null)
            .withOptions(options.length == 0 ? Map.of() : Map.of(options[0], options[1]));
    SourceContext context =
        new SourceContext(
            env, folder, false, false, 1, null, List.of("id"), false, "reader", "source");
    DataStream<RowData> rows =
        catalog
            .changes(CUSTOMERS, source, context)
            .rows()
            .map(new Slowly())
            .returns(InternalTypeInfo.of(READ))
            .uid("rows");
    catalog.sink(rows, LOG, "log");
    return env.executeAsync();
  }

  private void awaitAllRead(JobClient job) throws Exception {
    CompletableFuture<JobExecutionResult> result = job.getJobExecutionResult();
    TestJobs.await(
        "all changes",
        () -> {
          if (result.isDone()) {
            result.join(); // Throws what the job failed of.
          }
          return TestRows.read(catalog, LOG).size() >= expected.size();
        });
  }

  private void assertAllReadOnce() throws Exception {
    assertThat(TestRows.read(catalog, LOG)).containsExactlyInAnyOrderElementsOf(expected);
  }

  @Test
  void everyRowIsReadOnceOverFailuresInTheMiddleOfFiles() throws Exception {
    insert("a", 0);
    renameHalf("a", "b");
    insert("c", 10_000);
    Slowly.FAILURES_LEFT.set(3);
    Configuration failing = TestJobs.restarting(TestJobs.configuration(TestJobs.OFTEN), 10);

    JobClient job = start(failing, 2, DeltaFeeds.STARTING_VERSION, "0");
    awaitAllRead(job);
    TestJobs.stopWithSavepoint(job, folder.resolve("savepoints"));

    assertThat(Slowly.FAILURES_LEFT).as("it has failed").hasValue(0);
    assertThat(Slowly.PASSED.get())
        .as("files are not read again from their beginning")
        .isLessThan(2 * expected.size());
    assertAllReadOnce();
  }

  @Test
  void aSavepointInTheMiddleOfFilesIsContinuedWithAnotherParallelism() throws Exception {
    insert("a", 0);
    renameHalf("a", "b");
    JobClient job =
        start(TestJobs.configuration(TestJobs.OFTEN), 1, DeltaFeeds.STARTING_VERSION, "0");
    TestJobs.await("some rows", () -> Slowly.PASSED.get() > ROWS / 3);
    String savepoint = TestJobs.stopWithSavepoint(job, folder.resolve("savepoints"));
    assertThat(TestRows.read(catalog, LOG)).hasSizeBetween(1, expected.size() - 1);

    insert("c", 10_000);
    JobClient next =
        start(
            TestJobs.restoring(TestJobs.configuration(TestJobs.OFTEN), savepoint),
            3,
            DeltaFeeds.STARTING_VERSION,
            "0");
    insert("d", 20_000);
    awaitAllRead(next);
    TestJobs.stopWithSavepoint(next, folder.resolve("savepoints"));

    assertAllReadOnce();
  }

  @Test
  void theFirstRunBeginsWithTheRowsOfTheNewestVersion() throws Exception {
    insert("a", 0);
    renameHalf("a", "b");
    expected.clear();
    expect("b", "insert", 0, ROWS / 2, 2);
    expect("a", "insert", ROWS / 2, ROWS, 2);

    JobClient job = start(TestJobs.configuration(TestJobs.OFTEN), 2);
    awaitAllRead(job);
    insert("c", 10_000);
    awaitAllRead(job);
    TestJobs.stopWithSavepoint(job, folder.resolve("savepoints"));

    assertAllReadOnce();
  }

  @Test
  void aTableThatIsReplacedUnderARunningReaderEndsTheJob() throws Exception {
    insert("a", 0);
    JobClient job = start(TestJobs.configuration(TestJobs.OFTEN), 1);
    awaitAllRead(job);
    TableName other = new TableName(CUSTOMERS.catalog(), CUSTOMERS.schema(), "other");
    catalog.create(keyed(other, "id BIGINT, name STRING", "id"));
    for (int i = 0; i < 3; i++) {
      assertThat(
              folder(warehouse, other)
                  .newest()
                  .orElseThrow()
                  .commit(Change.ofRows(null).add(List.of())))
          .isTrue();
    }

    Path place = Path.of(table().location().path().substring("file:".length()));
    Files.move(place, folder.resolve("away"));
    Files.move(place.resolveSibling("other"), place);

    assertProblem(job, "RECORDS_LOST", "at version 2 of a table that was removed or made anew");
  }

  @Test
  void aFileThatWasVacuumedBeforeItWasReadEndsTheJob() throws Exception {
    insert("a", 0);
    LiveFile file = table().newest().orElseThrow().files().get(0);
    commit(Change.ofRows(null).remove(file));
    try (var files =
        Files.newDirectoryStream(
            Path.of(table().location().path().substring("file:".length())), "*.parquet")) {
      for (Path parquet : files) {
        Files.delete(parquet);
      }
    }

    JobClient job =
        start(TestJobs.configuration(TestJobs.OFTEN), 1, DeltaFeeds.STARTING_VERSION, "2");

    assertProblem(
        job, "RECORDS_LOST", "would read version 2 of its table, of which a file is gone");
  }

  private static void assertProblem(JobClient job, String... texts) {
    assertThatThrownBy(() -> job.getJobExecutionResult().get(60, TimeUnit.SECONDS))
        .isInstanceOf(ExecutionException.class)
        .satisfies(
            failure ->
                assertThat(ExceptionUtils.findThrowable(failure, AutoCdcException.class))
                    .get()
                    .extracting(said -> said.problems().get(0).toString())
                    .asString()
                    .contains(texts));
  }

  /** Lets checkpoints fall into the middle of files, and fails some rows behind one. */
  private static final class Slowly implements MapFunction<RowData, RowData>, CheckpointListener {

    static final AtomicInteger FAILURES_LEFT = new AtomicInteger();
    static final AtomicInteger PASSED = new AtomicInteger();
    private static final long serialVersionUID = 1L;
    private static final int ROWS_A_MILLISECOND = 3;

    private transient int rows;
    private transient boolean armed;

    @Override
    public RowData map(RowData row) throws InterruptedException {
      if (armed && ++rows > 100 && FAILURES_LEFT.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
        throw new IllegalStateException("fails on purpose");
      }
      if (PASSED.incrementAndGet() % ROWS_A_MILLISECOND == 0) {
        TimeUnit.MILLISECONDS.sleep(1);
      }
      return GenericRowData.of(row.getLong(0), row.getString(1), row.getString(2), row.getLong(3));
    }

    @Override
    public void notifyCheckpointComplete(long checkpointId) {
      armed = true;
    }
  }
}
