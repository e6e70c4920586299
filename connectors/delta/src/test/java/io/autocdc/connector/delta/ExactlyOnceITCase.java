// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.delta;

import static io.autocdc.connector.delta.TestTables.CUSTOMERS;
import static io.autocdc.connector.delta.TestTables.keyed;
import static io.autocdc.connector.delta.TestTables.version;
import static org.assertj.core.api.Assertions.assertThat;

import io.autocdc.dsl.TableName;
import io.autocdc.spi.TableCatalog;
import io.autocdc.testing.ScriptedSource;
import io.autocdc.testing.ScriptedSource.End;
import io.autocdc.testing.TestJobs;
import io.autocdc.testing.TestRows;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
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
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.typeutils.InternalTypeInfo;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.apache.flink.types.Row;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(180)
class ExactlyOnceITCase {

  @RegisterExtension static final MiniClusterExtension CLUSTER = TestJobs.cluster();

  private static final TableName LOG = CUSTOMERS.quarantine();
  private static final RowType TYPE = TestRows.rowType("id BIGINT NOT NULL, name STRING");

  /** Rows that went towards the sinks, in any job. */
  private static final AtomicInteger PASSED = new AtomicInteger();

  @TempDir Path folder;
  private Path warehouse;
  private Path savepoints;
  private TableCatalog catalog;

  @BeforeEach
  void open() {
    warehouse = folder.resolve("warehouse");
    savepoints = folder.resolve("savepoints");
    catalog = TestTables.catalog(warehouse);
    catalog.create(keyed(CUSTOMERS, "id BIGINT, name STRING", "id"));
    // Without a primary key nothing hides a row that is written twice.
    catalog.create(keyed(LOG, "id BIGINT, name STRING"));
  }

  @AfterEach
  void close() {
    catalog.close();
  }

  @ParameterizedTest
  @CsvSource({"1,1", "2,2", "1,2", "2,1"})
  void aJobContinuesFromTheSavepointOfAnother(int before, int after) throws Exception {
    Configuration first = TestJobs.configuration(TestJobs.OFTEN);
    JobClient job = start(first, before, false, batches(0, 3));
    awaitRows(job, 3);
    String savepoint = TestJobs.stopWithSavepoint(job, savepoints);

    // Had the sink lost its identity, Flink would refuse the state of operators that are gone.
    Configuration second = TestJobs.restoring(TestJobs.configuration(TestJobs.OFTEN), savepoint);
    JobClient next = start(second, after, true, batches(0, 6));
    awaitRows(next, 6);
    TestJobs.stopWithSavepoint(next, savepoints);

    assertRows(6);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void whatACheckpointHeldButNobodyCommittedIsCommittedOnce(int parallelism) throws Exception {
    // A savepoint of a job that goes on is not followed by commits: a crash in between.
    PASSED.set(0);
    JobClient job =
        start(TestJobs.configuration(TestJobs.NEVER), parallelism, false, batches(0, 1));
    TestJobs.await("the rows", () -> PASSED.get() == 10);
    String savepoint = TestJobs.savepoint(job, savepoints);
    job.cancel().get(60, TimeUnit.SECONDS);
    assertThat(version(warehouse, CUSTOMERS)).isZero();
    assertThat(version(warehouse, LOG)).isZero();

    Configuration restored =
        TestJobs.restoring(
            TestJobs.restarting(TestJobs.configuration(TestJobs.OFTEN), 3), savepoint);
    JobClient next = start(restored, parallelism, false, batches(0, 3));
    awaitRows(next, 3);
    TestJobs.stopWithSavepoint(next, savepoints);
    assertRows(3);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void failuresLoseNothingAndDoubleNothing(int parallelism) throws Exception {
    FailingMap.FAILURES_LEFT.set(2);
    Configuration configuration = TestJobs.restarting(TestJobs.configuration(TestJobs.OFTEN), 10);
    StreamExecutionEnvironment env = TestJobs.environment(configuration, parallelism);
    DataStream<RowData> rows =
        ScriptedSource.add(env, TYPE, End.FINISH, batches(0, 8))
            .keyBy(row -> row.getLong(0))
            .map(new FailingMap())
            .returns(InternalTypeInfo.of(TYPE))
            .uid("changelog");
    catalog.sink(rows, CUSTOMERS, "flow");
    catalog.sink(rows, LOG, "log");
    TestJobs.run(env);

    assertThat(FailingMap.FAILURES_LEFT).hasValue(0);
    assertRows(8);
  }

  private JobClient start(
      Configuration configuration, int parallelism, boolean more, List<List<Row>> batches)
      throws Exception {
    StreamExecutionEnvironment env = TestJobs.environment(configuration, parallelism);
    DataStream<RowData> rows =
        ScriptedSource.add(env, TYPE, End.STAY_OPEN, batches)
            .keyBy(row -> row.getLong(0))
            .map(
                row -> {
                  PASSED.incrementAndGet();
                  return row;
                })
            .returns(InternalTypeInfo.of(TYPE))
            .uid("changelog");
    if (more) {
      // Another sink in front moves every generated uid.
      TableName other = new TableName("delta", "gold", "other");
      catalog.create(keyed(other, "id BIGINT, name STRING", "id"));
      catalog.sink(rows, other, "other");
    }
    catalog.sink(rows, LOG, "log");
    catalog.sink(rows, CUSTOMERS, "flow");
    return env.executeAsync();
  }

  private void awaitRows(JobClient job, int batches) throws Exception {
    CompletableFuture<JobExecutionResult> result = job.getJobExecutionResult();
    TestJobs.await(
        batches + " batches",
        () -> {
          if (result.isDone()) {
            result.join(); // throws what the job failed of
          }
          return TestRows.read(catalog, CUSTOMERS).size() == 10 * batches
              && TestRows.read(catalog, LOG).size() == 10 * batches;
        });
  }

  private void assertRows(int batches) throws Exception {
    List<Row> expected = batches(0, batches).stream().flatMap(List::stream).toList();
    assertThat(TestRows.read(catalog, CUSTOMERS)).containsExactlyInAnyOrderElementsOf(expected);
    assertThat(TestRows.read(catalog, LOG)).containsExactlyInAnyOrderElementsOf(expected);
  }

  private static List<List<Row>> batches(int from, int to) {
    List<List<Row>> batches = new ArrayList<>();
    for (int batch = from; batch < to; batch++) {
      String name = "batch " + batch;
      batches.add(
          LongStream.range(10L * batch, 10L * (batch + 1))
              .mapToObj(id -> Row.of(id, name))
              .toList());
    }
    return batches;
  }

  /** Fails some rows behind a completed checkpoint, in the middle of the next. */
  private static final class FailingMap
      implements MapFunction<RowData, RowData>, CheckpointListener {

    static final AtomicInteger FAILURES_LEFT = new AtomicInteger();
    private static final long serialVersionUID = 1L;

    private transient int rows;
    private transient boolean armed;

    @Override
    public RowData map(RowData row) {
      if (armed && ++rows > 2 && FAILURES_LEFT.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
        throw new IllegalStateException("fails on purpose");
      }
      return row;
    }

    @Override
    public void notifyCheckpointComplete(long checkpointId) {
      armed = true;
    }
  }
}
