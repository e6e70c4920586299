// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.autocdc.dsl.Paimon;
import io.autocdc.dsl.Pipeline;
import io.autocdc.dsl.ScdType;
import io.autocdc.dsl.SnapshotSupplier;
import io.autocdc.dsl.Snapshots;
import io.autocdc.dsl.TableName;
import io.autocdc.dsl.problem.AutoCdcException;
import io.autocdc.jobs.compile.Catalogs;
import io.autocdc.jobs.compile.CompileOptions;
import io.autocdc.jobs.compile.CompileOptions.CatalogOptions;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.apache.flink.api.common.JobID;
import org.apache.flink.table.data.RowData;
import org.apache.flink.types.Row;
import org.apache.flink.util.CloseableIterator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(value = 5, unit = TimeUnit.MINUTES)
class SuppliedSnapshotsITCase {

  private static final TableName CITIES = new TableName("paimon", "silver", "cities");

  /** Snapshots by their version. */
  private static final NavigableMap<LocalDate, List<Row>> SNAPSHOTS = new TreeMap<>();

  @TempDir private Path folder;

  @BeforeEach
  void forgetSnapshots() {
    SNAPSHOTS.clear();
  }

  @Test
  void aRunAppliesEverySnapshotThatThereIsAndTheNextGoesOnBehindIt() throws Exception {
    snapshot("2024-01-01", Row.of(1L, "Oaxaca"), Row.of(2L, "Monterrey"));
    snapshot("2024-01-02", Row.of(2L, "Carmel"), Row.of(2L, "Carmel"));
    run(new FromMap());
    assertThat(rows())
        .containsExactly(
            "1 Oaxaca 2024-01-01 2024-01-02",
            "2 Carmel 2024-01-02 null",
            "2 Monterrey 2024-01-01 2024-01-02");

    snapshot("2024-01-05", Row.of(1L, "Oaxaca"), Row.of(2L, "Carmel"));
    run(new FromMap());
    assertThat(rows())
        .containsExactly(
            "1 Oaxaca 2024-01-01 2024-01-02",
            "1 Oaxaca 2024-01-05 null",
            "2 Carmel 2024-01-02 null",
            "2 Monterrey 2024-01-01 2024-01-02");
  }

  @Test
  void aSnapshotWithAConflictKeepsTheOnesBeforeIt() throws Exception {
    snapshot("2024-01-01", Row.of(1L, "Oaxaca"));
    snapshot("2024-01-02", Row.of(1L, "a"), Row.of(1L, "b"));
    snapshot("2024-01-03", Row.of(1L, "c"));
    assertThatThrownBy(() -> run(new FromMap()))
        .isInstanceOf(AutoCdcException.class)
        .hasMessageContaining("SNAPSHOT_CONFLICT snapshot '2024-01-02' of flow 'cities'")
        .hasMessageContaining("has 2 different rows for the key {\"id\":1}");
    assertThat(rows()).containsExactly("1 Oaxaca 2024-01-01 null");

    snapshot("2024-01-02", Row.of(1L, "b"));
    run(new FromMap());
    assertThat(rows())
        .containsExactly(
            "1 Oaxaca 2024-01-01 2024-01-02", "1 b 2024-01-02 2024-01-03", "1 c 2024-01-03 null");
  }

  @Test
  void snapshotsPassThroughViewsInARow() throws Exception {
    snapshot("2024-01-01", Row.of(1L, "Oaxaca"), Row.of(2L, "nowhere"), Row.of(3L, "Tijuana"));
    snapshot("2024-01-02", Row.of(1L, "Oaxaca"), Row.of(3L, "nowhere"));
    Pipeline pipeline =
        pipeline(new FromMap())
            .view("named", "SELECT * FROM s WHERE city IS NOT NULL")
            .expectations(
                "known", "named", rules -> rules.expectOrDrop("somewhere", "city <> 'nowhere'"))
            .view("read", "SELECT id, city FROM known")
            .autoCdcFromSnapshotFlow(
                "silver.cities",
                flow -> flow.from("read").keys("id").storedAsScdType(ScdType.TYPE_2))
            .build();
    run(pipeline);
    assertThat(rows())
        .containsExactly("1 Oaxaca 2024-01-01 null", "3 Tijuana 2024-01-01 2024-01-02");
  }

  @Test
  void aSupplierThatFailsInTheMiddleIsAskedForTheSnapshotAgain() throws Exception {
    snapshot("2024-01-01", Row.of(1L, "Oaxaca"), Row.of(2L, "Monterrey"));
    FailsOnce.failures = 0;
    run(new FailsOnce());
    assertThat(FailsOnce.failures).isEqualTo(1);
    assertThat(rows()).containsExactly("1 Oaxaca 2024-01-01 null", "2 Monterrey 2024-01-01 null");
  }

  @Test
  void aDeclarationThatIsRefusedLeavesTheJobBeforeAlone() throws Exception {
    snapshot("2024-01-01", Row.of(1L, "Oaxaca"));
    run(new FromMap());
    StateFolder state = new StateFolder(folder, "cities");
    Manifest manifest = state.newestManifest().orElseThrow();
    Path left = state.runFolder(state.startRun());
    manifest.write(left);
    new SubmittedJob(new ClusterAddress("localhost", 1), new JobID()).write(left);
    Pipeline otherKeys =
        pipeline(new FromMap())
            .autoCdcFromSnapshotFlow(
                "silver.cities",
                flow -> flow.from("s").keys("city").storedAsScdType(ScdType.TYPE_2))
            .build();

    assertThatThrownBy(() -> run(otherKeys)).hasMessageContaining("TARGET_DRIFT");
    assertThatThrownBy(() -> run(new FromMap())).hasMessageContaining("CLUSTER_UNREACHABLE");
    assertThat(SubmittedJob.isIn(left)).isTrue();
  }

  private static void snapshot(String version, Row... rows) {
    SNAPSHOTS.put(LocalDate.parse(version), List.of(rows));
  }

  private static Pipeline.Builder pipeline(SnapshotSupplier supplier) {
    return Pipeline.named("cities")
        .source("s", Snapshots.supplied("id BIGINT, city STRING", "DATE", supplier))
        .streamingTable("silver.cities", Paimon.table());
  }

  private void run(SnapshotSupplier supplier) throws InterruptedException {
    run(
        pipeline(supplier)
            .autoCdcFromSnapshotFlow(
                "silver.cities", flow -> flow.from("s").keys("id").storedAsScdType(ScdType.TYPE_2))
            .build());
  }

  private void run(Pipeline pipeline) throws InterruptedException {
    new PipelineRunner(
            new RunOptions(folder, Map.of(), 2, true, JobTarget.local()),
            new CompileOptions(folder, catalogs(), true),
            new StopRequest(),
            new PrintStream(OutputStream.nullOutputStream()),
            false)
        .run(List.of(pipeline), summary -> {});
  }

  private Map<String, CatalogOptions> catalogs() {
    return Map.of("paimon", new CatalogOptions("paimon", folder.toString(), Map.of()));
  }

  private List<String> rows() throws Exception {
    List<String> rows = new ArrayList<>();
    try (Catalogs catalogs = new Catalogs(catalogs());
        CloseableIterator<RowData> read = catalogs.of(CITIES).read(CITIES)) {
      read.forEachRemaining(
          row ->
              rows.add(
                  row.getLong(0)
                      + " "
                      + row.getString(1)
                      + " "
                      + LocalDate.ofEpochDay(row.getInt(2))
                      + " "
                      + (row.isNullAt(3) ? null : LocalDate.ofEpochDay(row.getInt(3)))));
    }
    rows.sort(null);
    return rows;
  }

  private static class FromMap implements SnapshotSupplier {

    private static final long serialVersionUID = 1L;

    @Override
    public Optional<Snapshot> next(Object last) {
      return Optional.ofNullable(
              last == null ? SNAPSHOTS.firstEntry() : SNAPSHOTS.higherEntry((LocalDate) last))
          .map(next -> new Snapshot(next.getKey(), next.getValue().iterator()));
    }
  }

  private static final class FailsOnce extends FromMap {

    private static final long serialVersionUID = 1L;
    private static volatile int failures;

    @Override
    public Optional<Snapshot> next(Object last) {
      return super.next(last).map(s -> new Snapshot(s.version(), failing(s.rows())));
    }

    private static Iterator<Row> failing(Iterator<Row> rows) {
      return new Iterator<>() {
        private boolean first = true;

        @Override
        public boolean hasNext() {
          return rows.hasNext();
        }

        @Override
        public Row next() {
          if (!first && failures == 0) {
            failures++;
            throw new IllegalStateException("the connection is gone");
          }
          first = false;
          return rows.next();
        }
      };
    }
  }
}
