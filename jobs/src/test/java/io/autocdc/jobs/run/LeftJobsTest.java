// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import io.autocdc.dsl.problem.AutoCdcException;
import io.autocdc.dsl.problem.ErrorCode;
import io.autocdc.dsl.problem.Problem;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.flink.api.common.JobID;
import org.apache.flink.runtime.checkpoint.Checkpoints;
import org.apache.flink.runtime.checkpoint.OperatorState;
import org.apache.flink.runtime.checkpoint.metadata.CheckpointMetadata;
import org.apache.flink.runtime.jobgraph.OperatorID;
import org.apache.flink.runtime.rest.messages.checkpoints.CheckpointingStatistics;
import org.apache.flink.runtime.rest.messages.checkpoints.StatsSummaryDto;
import org.apache.flink.runtime.rest.util.RestMapperUtils;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import org.apache.flink.streaming.api.graph.StreamGraph;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Clusters that answer as a test wants, and what they know of jobs of earlier runs. */
@Timeout(60)
class LeftJobsTest {

  private static final JobID JOB = JobID.fromHexString("00112233445566778899aabbccddeeff");

  private static final String UNKNOWN_JOB =
      """
      {"errors":["Internal server error.","<Exception on server side:\\n\
      org.apache.flink.runtime.messages.FlinkJobNotFoundException: Could not find Flink job (%s)\\n\
      \\tat org.apache.flink.runtime.dispatcher.Dispatcher.requestJobStatus\\n>"]}
      """;

  private final Map<String, String> answers = new ConcurrentHashMap<>();
  private final List<String> notes = new ArrayList<>();
  @TempDir private Path warehouse;
  private StateFolder state;
  private HttpServer server;
  private ClusterAddress cluster;

  @BeforeEach
  void startCluster() throws IOException {
    state = new StateFolder(warehouse, "customers");
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          String path = exchange.getRequestURI().getPath().replaceFirst("^/v1", "");
          String answer = answers.get(path);
          boolean unknown = answer == null;
          // As Flink 1.20 does, which says 404 to other questions about an unknown job.
          int code = !unknown ? 200 : path.endsWith("/status") ? 500 : 404;
          byte[] body =
              (unknown ? UNKNOWN_JOB.formatted(JOB) : answer).getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(code, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    server.start();
    cluster = new ClusterAddress("localhost", server.getAddress().getPort());
  }

  @AfterEach
  void stopCluster() {
    server.stop(0);
  }

  private void answerStatus(String status) {
    answers.put("/jobs/" + JOB.toHexString() + "/status", "{\"status\":\"" + status + "\"}");
  }

  private void answerCheckpoints(int completed) throws IOException {
    StatsSummaryDto none = new StatsSummaryDto(0, 0, 0, 0, 0, 0, 0, 0);
    CheckpointingStatistics statistics =
        new CheckpointingStatistics(
            new CheckpointingStatistics.Counts(0, completed, 0, completed, 0),
            new CheckpointingStatistics.Summary(none, none, none, none, none, none),
            new CheckpointingStatistics.LatestCheckpoints(null, null, null, null),
            List.of());
    answers.put(
        "/jobs/" + JOB.toHexString() + "/checkpoints",
        RestMapperUtils.getStrictObjectMapper().writeValueAsString(statistics));
  }

  private int runWithJob() {
    int run = state.startRun();
    new SubmittedJob(cluster, JOB).write(state.runFolder(run));
    return run;
  }

  private Optional<RestorePoint> takeOver(Optional<Path> requested) throws InterruptedException {
    RunListener listener =
        new RunListener() {
          @Override
          public void progressed(RunCounts counts) {}

          @Override
          public void note(String text) {
            notes.add(text);
          }
        };
    return new TakeOver(state, "customers", warehouse, Map.of(), listener).run(requested);
  }

  private static Path savepoint(Path folder, long id) throws IOException {
    return savepoint(folder, id, List.of());
  }

  private static Path savepoint(Path folder, long id, List<OperatorState> states)
      throws IOException {
    Files.createDirectories(folder);
    try (DataOutputStream out =
        new DataOutputStream(Files.newOutputStream(folder.resolve("_metadata")))) {
      Checkpoints.storeCheckpointMetadata(new CheckpointMetadata(id, states, List.of()), out);
    }
    return folder;
  }

  private static Problem problem(ThrowingCallable call) {
    AutoCdcException[] thrown = new AutoCdcException[1];
    assertThatThrownBy(call).isInstanceOfSatisfying(AutoCdcException.class, e -> thrown[0] = e);
    return thrown[0].problems().get(0);
  }

  @Test
  void aRunWithoutAJobIsNobodysBusiness() throws Exception {
    state.startRun();
    takeOver(Optional.empty());
    assertThat(notes).isEmpty();
  }

  @Test
  void aJobThatHasFailedIsForgotten() throws Exception {
    int run = runWithJob();
    answerStatus("FAILED");
    takeOver(Optional.empty());
    assertThat(SubmittedJob.read(state.runFolder(run))).isEmpty();
  }

  @Test
  void aJobWhoseClusterCannotBeAskedKeepsOthersFromStarting() {
    int run = runWithJob();
    server.stop(0);
    Problem problem = problem(() -> takeOver(Optional.empty()));
    assertThat(problem.code()).isEqualTo(ErrorCode.CLUSTER_UNREACHABLE);
    assertThat(problem.toString())
        .contains(
            JOB.toHexString(),
            cluster.toString(),
            "if it is gone for good, remove",
            "job.properties");
    assertThat(SubmittedJob.read(state.runFolder(run))).isPresent();
  }

  @Test
  void anUnknownJobIsToldApartFromAClusterThatFails() {
    try (ClusterRest rest = new ClusterRest(cluster, Map.of())) {
      assertThat(rest.status(JOB)).isEmpty();
      answers.put("/jobs/" + JOB.toHexString() + "/status", "{\"errors\":[\"other\"]}");
      assertThat(problem(() -> rest.status(JOB)).code()).isEqualTo(ErrorCode.CLUSTER_UNREACHABLE);
    }
  }

  @Test
  void anUnknownJobThatHasLeftACheckpointIsContinuedFromThere() throws Exception {
    int run = runWithJob();
    Path checkpoint =
        savepoint(state.runFolder(run).resolve(JOB.toHexString()).resolve("chk-4"), 4);
    takeOver(Optional.empty());
    assertThat(state.newestRestorePoint()).contains(new RestorePoint(run, 4, checkpoint));
    assertThat(SubmittedJob.read(state.runFolder(run))).isEmpty();
  }

  @Test
  void anUnknownJobWithoutACheckpointMayHaveEndedElsewhere() throws Exception {
    savepoint(state.runFolder(state.startRun()).resolve("savepoint-1"), 3);
    int run = runWithJob();
    Problem problem = problem(() -> takeOver(Optional.empty()));
    assertThat(problem.code()).isEqualTo(ErrorCode.STATE_MISSING);
    assertThat(SubmittedJob.read(state.runFolder(run))).isPresent();

    Path elsewhere = savepoint(warehouse.resolve("elsewhere/savepoint-2"), 9);
    assertThat(takeOver(Optional.of(elsewhere))).contains(new RestorePoint(run, 9, elsewhere));
    assertThat(SubmittedJob.read(state.runFolder(run))).isEmpty();
  }

  @Test
  void aJobThatIsDeclaredGoneIsStillInDoubt() throws Exception {
    savepoint(state.runFolder(state.startRun()).resolve("savepoint-1"), 3);
    int run = runWithJob();
    server.stop(0);
    Files.delete(SubmittedJob.file(state.runFolder(run)));

    Problem problem = problem(() -> takeOver(Optional.empty()));
    assertThat(problem.code()).isEqualTo(ErrorCode.STATE_MISSING);
    assertThat(problem.toString())
        .contains("flink run -s", "refresh --full", state.runFolder(run) + "/submitted");

    Path copied = savepoint(state.runFolder(run).resolve("savepoint-2"), 9);
    takeOver(Optional.empty());
    assertThat(state.newestRestorePoint()).contains(new RestorePoint(run, 9, copied));
  }

  @Test
  void aSavepointCanBeNamedForAJobThatIsDeclaredGone() throws Exception {
    int run = runWithJob();
    server.stop(0);
    Files.delete(SubmittedJob.file(state.runFolder(run)));
    Path elsewhere = savepoint(warehouse.resolve("elsewhere/savepoint-2"), 9);
    assertThat(takeOver(Optional.of(elsewhere))).contains(new RestorePoint(run, 9, elsewhere));
  }

  @Test
  void aJobThatHasMadeCheckpointsWhichAreGoneIsInDoubtAndAnotherIsNot() throws Exception {
    int run = runWithJob();
    answerStatus("CANCELED");
    answerCheckpoints(0);
    takeOver(Optional.empty());
    assertThat(SubmittedJob.mayHaveWritten(state.runFolder(run))).isFalse();

    int next = runWithJob();
    answerCheckpoints(2);
    assertThat(problem(() -> takeOver(Optional.empty())).code()).isEqualTo(ErrorCode.STATE_MISSING);
    assertThat(SubmittedJob.isIn(state.runFolder(next))).isFalse();
    assertThat(problem(() -> takeOver(Optional.empty())).code()).isEqualTo(ErrorCode.STATE_MISSING);

    state.forgetDoubts();
    takeOver(Optional.empty());
  }

  @Test
  void aSavepointIsNotRestoredUnderARunningJob() {
    runWithJob();
    answerStatus("RUNNING");
    Problem problem = problem(() -> takeOver(Optional.of(warehouse)));
    assertThat(problem.code()).isEqualTo(ErrorCode.ALREADY_RUNNING);
  }

  @Test
  void anOlderSavepointThanTheTablesHoldIsRefused() throws Exception {
    Path old = savepoint(state.runFolder(state.startRun()).resolve("savepoint-1"), 3);
    Path newest = savepoint(state.runFolder(state.startRun()).resolve("savepoint-2"), 5);
    Problem problem = problem(() -> RequestedSavepoint.judge(old, state, "customers"));
    assertThat(problem.code()).isEqualTo(ErrorCode.OLD_SAVEPOINT);
    assertThat(problem.why()).contains(newest.toString());
    assertThat(RequestedSavepoint.judge(newest, state, "customers"))
        .isEqualTo(new RestorePoint(2, 5, newest));
  }

  @Test
  void aSavepointOfNobodyIsRefused() throws Exception {
    Path savepoint = savepoint(warehouse.resolve("savepoint-1"), 3);
    assertThat(problem(() -> RequestedSavepoint.judge(savepoint, state, "customers")).code())
        .isEqualTo(ErrorCode.STATE_MISSING);
    Path missing = warehouse.resolve("missing");
    Problem problem = problem(() -> RequestedSavepoint.judge(missing, state, "customers"));
    assertThat(problem.code()).isEqualTo(ErrorCode.STATE_NOT_RESTORED);
    assertThat(problem.toString()).contains("-s " + missing).doesNotContain("drop the tables");
  }

  @Test
  void aSavepointThatIsNamedIsNotRemembered() throws Exception {
    int run = runWithJob();
    Path elsewhere = savepoint(warehouse.resolve("elsewhere/savepoint-2"), 9);
    assertThat(takeOver(Optional.of(elsewhere))).contains(new RestorePoint(run, 9, elsewhere));
    assertThat(state.newestRestorePoint()).isEmpty();
    assertThat(problem(() -> takeOver(Optional.empty())).code()).isEqualTo(ErrorCode.STATE_MISSING);
  }

  @Test
  void aSavepointInAnotherWarehouseIsRefused() throws Exception {
    runWithJob();
    StateFolder other = new StateFolder(warehouse.resolve("other"), "customers");
    Path folder = other.runFolder(other.startRun());
    new Manifest(Map.of(), Map.of(), Map.of()).write(folder);
    Path savepoint = savepoint(folder.resolve("savepoint-1"), 9);
    Problem problem = problem(() -> RequestedSavepoint.judge(savepoint, state, "customers"));
    assertThat(problem.code()).isEqualTo(ErrorCode.STATE_NOT_RESTORED);
    assertThat(problem.toString()).contains("is not of pipeline 'customers' in this warehouse");
  }

  @Test
  void aSavepointWithStateOfNoStepIsRefused() throws Exception {
    StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
    env.fromSequence(1, 2).uid("numbers").sinkTo(new DiscardingSink<>()).uid("nowhere");
    StreamGraph graph = env.getStreamGraph(false);
    Path foreign = savepoint(warehouse.resolve("savepoint-1"), 3);
    Problem problem = problem(() -> RequestedSavepoint.requireStateOf(graph, foreign, "customers"));
    assertThat(problem.code()).isEqualTo(ErrorCode.STATE_NOT_RESTORED);

    OperatorID numbers =
        env.getStreamGraph()
            .getJobGraph()
            .getVerticesSortedTopologicallyFromSources()
            .get(0)
            .getOperatorIDs()
            .get(0)
            .getGeneratedOperatorID();
    Path own =
        savepoint(warehouse.resolve("savepoint-2"), 3, List.of(new OperatorState(numbers, 1, 128)));
    RequestedSavepoint.requireStateOf(graph, own, "customers");
  }

  @Test
  void anotherMinorVersionOfFlinkIsRefused() {
    answers.put(
        "/overview",
        """
        {"taskmanagers":1,"slots-total":4,"slots-available":4,"jobs-running":0,"jobs-finished":0,
        "jobs-cancelled":0,"jobs-failed":0,"flink-version":"1.19.2","flink-commit":"abc"}
        """);
    Problem problem = problem(() -> ClusterChecks.requireSameFlink(cluster, Map.of()));
    assertThat(problem.code()).isEqualTo(ErrorCode.CLUSTER_VERSION);
    assertThat(problem.toString()).contains("1.19.2", "1.20");

    answers.computeIfPresent("/overview", (path, text) -> text.replace("1.19.2", "1.20.99"));
    ClusterChecks.requireSameFlink(cluster, Map.of());
  }

  @Test
  void whatIsNoFlinkIsToldAsSuch() {
    answers.put("/overview", "<html>hello</html>");
    Problem problem = problem(() -> ClusterChecks.requireSameFlink(cluster, Map.of()));
    assertThat(problem.code()).isEqualTo(ErrorCode.CLUSTER_UNREACHABLE);
    assertThat(problem.why())
        .isEqualTo("something else does: it does not speak as Flink's REST interface");
  }

  @Test
  void jarsThatTheClusterHasAreNotSent() {
    answers.put(
        "/jobmanager/environment",
        """
        {"jvm":{"version":"17","arch":"x","options":[]},
        "classpath":["/opt/flink/lib/flink-core.jar","/opt/flink/lib/paimon-flink-1.20-1.3.1.jar"]}
        """);
    Path own = Path.of("/dist/cluster/autocdc-flink.jar");
    assertThat(
            ClusterChecks.missingJars(
                cluster, Map.of(), List.of(own, Path.of("/dist/lib/paimon-flink-1.20-1.3.1.jar"))))
        .containsExactly(own);
  }
}
