// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.paimon;

import static io.autocdc.connector.paimon.TestTables.CUSTOMERS;
import static io.autocdc.connector.paimon.TestTables.stored;
import static io.autocdc.testing.TestDefinitions.keyed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.autocdc.dsl.ReadMode;
import io.autocdc.dsl.Source;
import io.autocdc.dsl.SourceTypes;
import io.autocdc.dsl.TableFeeds;
import io.autocdc.dsl.TableName;
import io.autocdc.dsl.problem.AutoCdcException;
import io.autocdc.dsl.type.TableSchema;
import io.autocdc.spi.SourceConnector.SourceContext;
import io.autocdc.spi.TableCatalog;
import io.autocdc.testing.TestJobs;
import io.autocdc.testing.TestRows;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.flink.api.common.JobExecutionResult;
import org.apache.flink.api.common.functions.MapFunction;
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
import org.apache.paimon.consumer.Consumer;
import org.apache.paimon.data.BinaryString;
import org.apache.paimon.data.GenericRow;
import org.apache.paimon.table.FileStoreTable;
import org.apache.paimon.table.sink.BatchTableCommit;
import org.apache.paimon.table.sink.BatchTableWrite;
import org.apache.paimon.table.sink.BatchWriteBuilder;
import org.apache.paimon.types.RowKind;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** The changes of a table, over failures, savepoints and parallelisms. */
@Timeout(180)
class TableChangesITCase {

  @RegisterExtension static final MiniClusterExtension CLUSTER = TestJobs.cluster();

  private static final TableName LOG = CUSTOMERS.quarantine();
  private static final RowType READ =
      TestRows.rowType("id BIGINT, change STRING, snapshot BIGINT, place BIGINT");
  private static final int KEYS = 20;

  /** The row at which the job fails, once. */
  private static final AtomicInteger FAILS_AT = new AtomicInteger();

  @TempDir Path folder;
  private Path warehouse;
  private TableCatalog catalog;
  private final List<String> written = new ArrayList<>();

  @BeforeEach
  void open() {
    warehouse = folder.resolve("warehouse");
    catalog = TestTables.catalog(warehouse);
    catalog.create(keyed(CUSTOMERS, "id BIGINT, name STRING", "id"));
    // Without a primary key nothing hides a row that is read twice.
    catalog.create(keyed(LOG, "id BIGINT, change STRING, snapshot BIGINT, place BIGINT"));
  }

  @AfterEach
  void close() {
    catalog.close();
  }

  /** One commit with a change of every key, after what it replaces if need be. */
  private void commit(RowKind kind, String name, String before) throws Exception {
    commit(CUSTOMERS, kind, name, before);
  }

  private void commit(TableName into, RowKind kind, String name, String before) throws Exception {
    FileStoreTable table = stored(warehouse, into);
    BatchWriteBuilder builder = table.newBatchWriteBuilder();
    try (BatchTableWrite write = builder.newWrite();
        BatchTableCommit commit = builder.newCommit()) {
      for (long id = 0; id < KEYS; id++) {
        if (kind == RowKind.UPDATE_AFTER) {
          write.write(row(RowKind.UPDATE_BEFORE, id, before));
        }
        write.write(row(kind, id, name));
      }
      commit.commit(write.prepareCommit());
    }
  }

  private GenericRow row(RowKind kind, long id, String name) {
    written.add(id + " " + kind.shortString() + name);
    return GenericRow.ofKind(kind, id, BinaryString.fromString(name));
  }

  private JobClient start(Configuration configuration, int parallelism) throws Exception {
    StreamExecutionEnvironment env = TestJobs.environment(configuration, parallelism);
    Source source =
        new Source(
            "customers",
            SourceTypes.PAIMON,
            ReadMode.STREAM,
            Map.of(
                SourceTypes.TABLE,
                CUSTOMERS.toString(),
                "monitor_interval",
                "50 ms",
                TableFeeds.CONSUMER_ID,
                "test"),
            TableSchema.parse("id BIGINT, name STRING"),
            null);
    SourceContext context = new SourceContext(env, folder, false, "source");
    DataStream<RowData> rows =
        catalog
            .changes(CUSTOMERS, source, context)
            .rows()
            .map(new KindAsText())
            .returns(InternalTypeInfo.of(READ))
            .uid("kinds");
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
          return TestRows.read(catalog, LOG).size() >= written.size();
        });
  }

  @Test
  void everyChangeIsReadOnceOverAFailureAndASavepointForAnotherParallelism() throws Exception {
    commit(RowKind.INSERT, "a", null);
    FAILS_AT.set(3 * KEYS);
    Configuration failing = TestJobs.restarting(TestJobs.configuration(TestJobs.OFTEN), 3);
    JobClient job = start(failing, 3);
    awaitAllRead(job);
    commit(RowKind.UPDATE_AFTER, "b", "a");
    commit(RowKind.UPDATE_AFTER, "c", "b");
    awaitAllRead(job);
    String savepoint = TestJobs.stopWithSavepoint(job, folder.resolve("savepoints"));
    assertThat(FAILS_AT).as("it has failed").hasNonPositiveValue();

    commit(RowKind.DELETE, "c", null);
    JobClient next =
        start(TestJobs.restoring(TestJobs.configuration(TestJobs.OFTEN), savepoint), 2);
    commit(RowKind.INSERT, "d", null);
    awaitAllRead(next);
    TestJobs.stopWithSavepoint(next, folder.resolve("savepoints"));

    List<Row> read = TestRows.read(catalog, LOG);
    assertThat(read)
        .extracting(row -> row.getField(0) + " " + row.getField(1))
        .containsExactlyInAnyOrderElementsOf(written);
    assertThat(read)
        .as("changes of a key have places of their own, in their order")
        .extracting(row -> row.getField(0) + " " + row.getField(2) + " " + row.getField(3))
        .doesNotHaveDuplicates();
    assertThat(stored(warehouse, CUSTOMERS).consumerManager().consumer("test").orElseThrow())
        .returns(TestTables.latestSnapshot(warehouse, CUSTOMERS) + 1, Consumer::nextSnapshot);
  }

  @Test
  void aTableThatIsReplacedUnderARunningReaderEndsTheJob() throws Exception {
    commit(RowKind.INSERT, "a", null);
    JobClient job = start(TestJobs.configuration(TestJobs.OFTEN), 1);
    awaitAllRead(job);
    TableName other = new TableName(CUSTOMERS.catalog(), CUSTOMERS.schema(), "other");
    catalog.create(keyed(other, "id BIGINT, name STRING", "id"));
    for (String name : List.of("x", "y", "z")) {
      commit(other, RowKind.INSERT, name, null);
    }

    Path place = Path.of(stored(warehouse, CUSTOMERS).location().toUri().getPath());
    Path others = Path.of(stored(warehouse, other).location().toUri().getPath());
    Files.move(place, folder.resolve("away"));
    Files.move(others, place);

    assertThatThrownBy(() -> job.getJobExecutionResult().get(60, TimeUnit.SECONDS))
        .isInstanceOf(ExecutionException.class)
        .satisfies(
            failure ->
                assertThat(ExceptionUtils.findThrowable(failure, AutoCdcException.class))
                    .get()
                    .extracting(said -> said.problems().get(0).toString())
                    .asString()
                    .contains("RECORDS_LOST", "at snapshot 2 of a table that was made anew"));
    assertThat(TestRows.read(catalog, LOG)).hasSize(KEYS);
  }

  /** Fails once, in the middle of the changes. */
  private static final class KindAsText implements MapFunction<RowData, RowData> {

    private static final long serialVersionUID = 1L;

    @Override
    public RowData map(RowData row) {
      if (FAILS_AT.decrementAndGet() == 0) {
        throw new IllegalStateException("the test lets the job fail");
      }
      return GenericRowData.of(
          row.getLong(0),
          StringData.fromString(row.getRowKind().shortString() + row.getString(1)),
          row.getLong(2),
          row.getLong(3));
    }
  }
}
