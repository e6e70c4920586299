// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.testing;

import static io.autocdc.testing.TestDefinitions.keyed;
import static org.assertj.core.api.Assertions.assertThat;

import io.autocdc.dsl.TableName;
import io.autocdc.spi.TableCatalog;
import io.autocdc.spi.TableConnector;
import io.autocdc.testing.ScriptedSource.End;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
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

/**
 * What every kind of table owes to the changelogs that are written into it: each row once, over
 * failures, savepoints and other parallelism.
 */
@Timeout(180)
public abstract class ExactlyOnceContract {

  @RegisterExtension static final MiniClusterExtension CLUSTER = TestJobs.cluster();

  private static final RowType TYPE = TestRows.rowType("id BIGINT NOT NULL, name STRING");

  /** Rows that went towards the sinks, in any job. */
  private static final AtomicInteger PASSED = new AtomicInteger();

  private final TableConnector connector;
  private final TableName customers;
  private final TableName log;

  @TempDir Path folder;
  private Path warehouse;
  private Path savepoints;
  private TableCatalog catalog;

  protected ExactlyOnceContract(TableConnector connector) {
    this.connector = connector;
    this.customers = new TableName(connector.type(), "silver", "customers");
    this.log = customers.quarantine();
  }

  /** Counts the commits of a table since it was made. */
  protected abstract long commits(Path warehouse, TableName table) throws Exception;

  /** Looks at a table that jobs have written one after another. */
  protected void checkContinued(Path warehouse, TableName table) throws Exception {}

  @BeforeEach
  void open() {
    warehouse = folder.resolve("warehouse");
    savepoints = folder.resolve("savepoints");
    catalog = connector.open(connector.type(), warehouse.toString(), Map.of());
    catalog.create(keyed(customers, "id BIGINT, name STRING", "id"));
    // Without a primary key nothing hides a row that is written twice.
    catalog.create(keyed(log, "id BIGINT, name STRING"));
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
    checkContinued(warehouse, customers);
    checkContinued(warehouse, log);
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
    assertThat(commits(warehouse, customers)).isZero();
    assertThat(commits(warehouse, log)).isZero();

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
    catalog.sink(rows, customers, "flow");
    catalog.sink(rows, log, "log");
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
      TableName other = new TableName(connector.type(), "gold", "other");
      catalog.create(keyed(other, "id BIGINT, name STRING", "id"));
      catalog.sink(rows, other, "other");
    }
    catalog.sink(rows, log, "log");
    catalog.sink(rows, customers, "flow");
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
          return TestRows.read(catalog, customers).size() == 10 * batches
              && TestRows.read(catalog, log).size() == 10 * batches;
        });
  }

  private void assertRows(int batches) throws Exception {
    List<Row> expected = batches(0, batches).stream().flatMap(List::stream).toList();
    assertThat(TestRows.read(catalog, customers)).containsExactlyInAnyOrderElementsOf(expected);
    assertThat(TestRows.read(catalog, log)).containsExactlyInAnyOrderElementsOf(expected);
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
