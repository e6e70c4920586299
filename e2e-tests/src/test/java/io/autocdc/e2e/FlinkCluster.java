// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.e2e;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A standalone Flink cluster on loopback: a job manager and task managers, each a process of its
 * own, started from the artifacts of Maven.
 *
 * <p>Each process hangs on a pipe from this one and is killed when that closes, so that none is
 * left whatever happens to the test.
 */
final class FlinkCluster implements AutoCloseable {

  /** The jar that a user adds to a cluster or to the SQL client. */
  static final Path JAR = Cli.ROOT.resolve("jobs/target/dist/cluster/autocdc-flink.jar");

  private static final Path DIST = Cli.ROOT.resolve("e2e-tests/flink-dist/target");
  private static final Path JVM_OPTIONS = Cli.ROOT.resolve("jobs/target/dist/jvm.options");
  private static final String CLIENT = "client";
  private static final String CLIENT_MAIN = "org.apache.flink.client.cli.CliFrontend";
  private static final Duration PATIENCE = Duration.ofMinutes(3);
  private static final Pattern SLOTS = Pattern.compile("\"slots-total\":(\\d+)");
  private static final Pattern STATE = Pattern.compile("\"state\":\"([A-Z]+)\"");
  private static final Pattern TASK_AT_REST = Pattern.compile("\"status\":\"(?!RUNNING)");
  private static final Pattern RUNNING_JOB =
      Pattern.compile("\\{\"id\":\"(\\w+)\",\"status\":\"(?!FINISHED|FAILED|CANCELED)\\w+\"");
  private static final int SLOTS_PER_TASK_MANAGER = 4;

  private final Path folder;
  private final int restPort;
  private final Process jobManager;
  private final List<Process> taskManagers = new ArrayList<>();
  private final HttpClient http =
      HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(5)).build();

  private FlinkCluster(Path folder) throws IOException {
    this.folder = folder;
    this.restPort = freePort();
    Map<String, String> server = new LinkedHashMap<>(addresses());
    server.put("jobmanager.rpc.port", String.valueOf(freePort()));
    server.put("jobmanager.bind-host", "127.0.0.1");
    server.put("jobmanager.memory.process.size", "768m");
    server.put("rest.bind-address", "127.0.0.1");
    server.put("rest.bind-port", String.valueOf(restPort));
    server.put("taskmanager.host", "localhost");
    server.put("taskmanager.bind-host", "127.0.0.1");
    server.put("taskmanager.numberOfTaskSlots", String.valueOf(SLOTS_PER_TASK_MANAGER));
    // Flink's scripts compute these; without them a task manager has to be told every one.
    server.put("taskmanager.cpu.cores", "2");
    server.put("taskmanager.memory.framework.heap.size", "128m");
    server.put("taskmanager.memory.framework.off-heap.size", "128m");
    server.put("taskmanager.memory.task.heap.size", "384m");
    server.put("taskmanager.memory.task.off-heap.size", "0b");
    server.put("taskmanager.memory.managed.size", "128m");
    server.put("taskmanager.memory.network.min", "64m");
    server.put("taskmanager.memory.network.max", "64m");
    server.put("taskmanager.memory.jvm-metaspace.size", "256m");
    server.put("taskmanager.memory.jvm-overhead.min", "64m");
    server.put("taskmanager.memory.jvm-overhead.max", "64m");
    server.put("heartbeat.interval", "1000");
    server.put("heartbeat.timeout", "10000");
    // Some of every job on each of them.
    server.put("cluster.evenly-spread-out-slots", "true");
    server.put("slot.request.timeout", "10000");
    server.put("web.refresh-interval", "500");
    server.put("io.tmp.dirs", Files.createDirectories(folder.resolve("tmp")).toString());
    configure("server", server);
    this.jobManager =
        start(
            "jobmanager",
            "-Xmx512m",
            "org.apache.flink.runtime.entrypoint.StandaloneSessionClusterEntrypoint");
  }

  /**
   * Starts a cluster and waits for it.
   *
   * @param folder an empty folder for its files
   */
  static FlinkCluster start(Path folder, int taskManagers) {
    try {
      FlinkCluster cluster = new FlinkCluster(folder);
      try {
        for (int i = 0; i < taskManagers; i++) {
          cluster.startTaskManager();
        }
        cluster.awaitTaskManagers();
        return cluster;
      } catch (RuntimeException | AssertionError e) {
        cluster.close();
        throw e;
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** {@code HOST:PORT} of the REST interface. */
  String address() {
    return "localhost:" + restPort;
  }

  /** Starts one more task manager. */
  void startTaskManager() {
    taskManagers.add(
        start(
            "taskmanager-" + taskManagers.size(),
            "-Xmx512m",
            "org.apache.flink.runtime.taskexecutor.TaskManagerRunner"));
  }

  /** As {@code kill -9} does; the oldest that runs. */
  void killTaskManager() {
    Process victim = taskManagers.stream().filter(Process::isAlive).findFirst().orElseThrow();
    kill(victim);
  }

  /** Waits until every task manager that runs offers its slots. */
  void awaitTaskManagers() {
    long running = taskManagers.stream().filter(Process::isAlive).count();
    await(
        running + " task managers",
        () -> {
          Matcher slots = SLOTS.matcher(get("/overview"));
          return slots.find()
              && Integer.parseInt(slots.group(1)) == running * SLOTS_PER_TASK_MANAGER;
        });
  }

  /**
   * What the REST interface says.
   *
   * @param path such as {@code /jobs/overview}
   * @return the body; empty if it cannot be reached
   */
  String get(String path) {
    return send(HttpRequest.newBuilder(), path);
  }

  private String send(HttpRequest.Builder request, String path) {
    try {
      return http.send(
              request
                  .uri(URI.create("http://localhost:" + restPort + path))
                  .timeout(Duration.ofSeconds(10))
                  .build(),
              HttpResponse.BodyHandlers.ofString())
          .body();
    } catch (IOException e) {
      return "";
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /** Waits for a condition; fails with the logs of the cluster. */
  void await(String what, BooleanSupplier condition) {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() > deadline) {
        throw new AssertionError("no " + what + " within " + PATIENCE + "\n" + logs());
      }
      try {
        Thread.sleep(100);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException(e);
      }
    }
  }

  /** A program {@code flink}, alone in its folder, that does what {@code bin/flink} does. */
  Path flinkProgram() {
    try {
      Path program = Files.createDirectories(folder.resolve("bin")).resolve("flink");
      Path configuration = configure("client-bin", addresses());
      Files.writeString(
          program,
          "#!/bin/sh\nFLINK_CONF_DIR='%s' exec '%s' %s \"$@\"\n"
              .formatted(configuration, String.join("' '", java("-Xmx768m", CLIENT)), CLIENT_MAIN));
      Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
      return program;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Runs Flink's own command line, as {@code bin/flink} does.
   *
   * @param arguments such as {@code run -d app.jar}
   */
  Cli.Result flink(String... arguments) {
    return command(CLIENT_MAIN, Map.of(), List.of(arguments), null);
  }

  /**
   * Runs a script in Flink's SQL client, with the product's jar added. The exit code is 0 even if a
   * statement failed: look for {@code [ERROR]}.
   *
   * @param options options of the session, such as a catalog store
   */
  Cli.Result sql(String script, Map<String, String> options) {
    return sql(options, List.of("-f", file(script).toString()), null);
  }

  /**
   * Types statements into Flink's SQL client, which goes on behind those that fail.
   *
   * @param statements statements with a semicolon at the end of each
   */
  Cli.Result typeSql(String statements, Map<String, String> options) {
    return sql(options, List.of(), file(statements));
  }

  private Cli.Result sql(Map<String, String> options, List<String> words, Path input) {
    List<String> all = new ArrayList<>(List.of("embedded", "-j", JAR.toString()));
    all.addAll(words);
    return command("org.apache.flink.table.client.SqlClient", options, all, input);
  }

  private Path file(String script) {
    try {
      return Files.writeString(Files.createTempFile(folder, "script", ".sql"), script);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * @param input what the program reads; null for nothing
   */
  private Cli.Result command(
      String mainClass, Map<String, String> options, List<String> words, Path input) {
    // Not the servers' file: the SQL client would bind the port that is in there.
    Map<String, String> client = new LinkedHashMap<>(addresses());
    client.putAll(options);
    Path configuration = configure("client-" + client.hashCode(), client);
    List<String> command = new ArrayList<>(java("-Xmx768m", CLIENT));
    command.add(mainClass);
    command.addAll(words);
    if (input != null) {
      command.addAll(0, List.of("bash", "-c", "exec \"$@\" <\"$0\"", input.toString()));
    }
    try (Cli.Running running =
        new Cli(folder).with("FLINK_CONF_DIR", configuration.toString()).startProcess(command)) {
      return running.await(Duration.ofMinutes(3));
    }
  }

  private Map<String, String> addresses() {
    Map<String, String> options = new LinkedHashMap<>();
    options.put("jobmanager.rpc.address", "localhost");
    options.put("rest.address", "localhost");
    options.put("rest.port", String.valueOf(restPort));
    return options;
  }

  private Path configure(String name, Map<String, String> options) {
    try {
      Path configuration = Files.createDirectories(folder.resolve(name));
      List<String> lines =
          options.entrySet().stream()
              .map(e -> e.getKey() + ": '" + e.getValue().replace("'", "''") + "'")
              .toList();
      Files.write(configuration.resolve("config.yaml"), lines);
      return configuration;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Process start(String name, String heap, String mainClass) {
    // The shell waits for the end of its input, which comes with the end of this process at last.
    List<String> command =
        new ArrayList<>(
            List.of("bash", "-c", "\"$@\" </dev/null & cat >/dev/null; kill -9 $!", "cluster"));
    command.addAll(java(heap, name));
    command.addAll(List.of(mainClass, "--configDir", folder.resolve("server").toString()));
    Path log = folder.resolve(name + ".log");
    try {
      return new ProcessBuilder(command)
          .redirectErrorStream(true)
          .redirectOutput(log.toFile())
          .start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private List<String> java(String heap, String name) {
    try {
      boolean client = name.equals(CLIENT);
      Path logging = folder.resolve(client ? "client.log4j2.properties" : "log4j2.properties");
      Files.writeString(
          logging,
          """
          rootLogger.level = %s
          rootLogger.appenderRef.console.ref = console
          appender.console.name = console
          appender.console.type = CONSOLE
          appender.console.target = SYSTEM_ERR
          appender.console.layout.type = PatternLayout
          appender.console.layout.pattern = %%d{HH:mm:ss,SSS} %%-5p %%c{1} %%m%%n
          """
              .formatted(client ? "WARN" : "INFO"));
      List<String> java = new ArrayList<>();
      java.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
      java.add("@" + JVM_OPTIONS);
      java.addAll(List.of(Cli.JIT.split(" ")));
      java.add(heap);
      java.add("-Dlog4j2.configurationFile=" + logging.toUri());
      java.addAll(List.of("-cp", DIST + "/lib/*:" + DIST + "/opt/*"));
      return java;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Processes of the cluster and of its clients that are alive; none when it is closed. */
  List<ProcessHandle> processes() {
    return ProcessHandle.allProcesses()
        .filter(process -> process.info().commandLine().orElse("").contains(folder.toString()))
        .toList();
  }

  private static void kill(Process process) {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
    try {
      process.waitFor();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private String logs() {
    StringBuilder text = new StringBuilder();
    try (var files = Files.newDirectoryStream(folder, "*.log")) {
      for (Path file : files) {
        List<String> lines = Files.readAllLines(file);
        text.append("--- ").append(file.getFileName()).append('\n');
        lines
            .subList(Math.max(0, lines.size() - 80), lines.size())
            .forEach(line -> text.append(line).append('\n'));
      }
    } catch (IOException e) {
      text.append(e);
    }
    return text.toString();
  }

  private static int freePort() {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The state of a job, such as RUNNING; empty if the cluster does not know it. */
  Optional<String> state(String jobId) {
    Matcher state = STATE.matcher(get("/jobs/" + jobId));
    return state.find() ? Optional.of(state.group(1)) : Optional.empty();
  }

  /** True if every task of a job runs. */
  boolean isRunning(String jobId) {
    String job = get("/jobs/" + jobId);
    return job.contains("\"state\":\"RUNNING\"")
        && !TASK_AT_REST.matcher(job.replaceFirst("\"plan\":.*", "")).find();
  }

  /** Cancels every job and waits for their ends. */
  void cancelJobs() {
    Matcher job = RUNNING_JOB.matcher(get("/jobs"));
    while (job.find()) {
      send(
          HttpRequest.newBuilder().method("PATCH", BodyPublishers.noBody()),
          "/jobs/" + job.group(1));
    }
    await("end of all jobs", () -> !RUNNING_JOB.matcher(get("/jobs")).find());
  }

  @Override
  public void close() {
    taskManagers.forEach(FlinkCluster::kill);
    kill(jobManager);
  }
}
