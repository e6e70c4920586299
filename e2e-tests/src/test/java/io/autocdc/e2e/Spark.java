// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.e2e;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Spark with Delta Lake, in a process of its own, from the artifacts of Maven: none of its classes
 * come near the product's. It ends with its input, so at the latest with this process.
 */
final class Spark implements AutoCloseable {

  private static final Path CLIENT = Cli.ROOT.resolve("e2e-tests/spark-client/target");
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private static final String DONE = "done";
  private static final String FAILED = "failed ";
  private static final String ENDED = "ended";

  private static final List<String> OPENED =
      List.of(
          "java.io",
          "java.lang",
          "java.lang.invoke",
          "java.lang.reflect",
          "java.net",
          "java.nio",
          "java.util",
          "java.util.concurrent",
          "java.util.concurrent.atomic",
          "sun.nio.ch",
          "sun.nio.cs",
          "sun.security.action",
          "sun.util.calendar");

  private final Process process;
  private final Path log;
  private final PrintWriter statements;
  private final BlockingQueue<String> answers = new LinkedBlockingQueue<>();

  private Spark(Path folder) throws IOException {
    this.log = folder.resolve("spark.log");
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    OPENED.forEach(name -> command.add("--add-opens=java.base/" + name + "=ALL-UNNAMED"));
    // Statements are few and small: what starts fast is fast.
    command.addAll(List.of("-Xmx1g", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
    command.add("-Djava.io.tmpdir=" + folder);
    command.addAll(
        List.of(
            "-cp",
            CLIENT.resolve("classes") + ":" + Files.readString(CLIENT.resolve("classpath")),
            "io.autocdc.spark.SparkClient"));
    this.process =
        new ProcessBuilder(command).directory(folder.toFile()).redirectError(log.toFile()).start();
    this.statements = new PrintWriter(process.getOutputStream(), true, StandardCharsets.UTF_8);
    Thread reader = new Thread(this::read, "answers of Spark");
    reader.setDaemon(true);
    reader.start();
  }

  /**
   * Starts Spark and waits for it.
   *
   * @param folder an empty folder for its files
   */
  static Spark start(Path folder) {
    try {
      Spark spark = new Spark(folder);
      spark.answer("start of Spark");
      return spark;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Runs a statement.
   *
   * @return the rows, as JSON in the form of {@code show --format json}
   */
  List<String> sql(String statement) {
    return ask(statement).rows(statement);
  }

  /** Runs a statement that must fail, and gives the reason, as JSON text. */
  String refusal(String statement) {
    Answer answer = ask(statement);
    if (answer.failure == null) {
      throw new AssertionError("Spark did not refuse: " + statement);
    }
    return answer.failure;
  }

  /** A table as statements name it. */
  static String name(Path table) {
    return "delta.`" + table + "`";
  }

  /** The rows of a table, in the order of their text. */
  List<String> rows(Path table) {
    return DeltaProject.sorted(sql("SELECT * FROM " + name(table)));
  }

  /** The rows of a version of a table, in the order of their text. */
  List<String> rows(Path table, int version) {
    return DeltaProject.sorted(sql("SELECT * FROM " + name(table) + " VERSION AS OF " + version));
  }

  private Answer ask(String statement) {
    statements.println(statement.replaceAll("\\s+", " "));
    return answer(statement);
  }

  /**
   * @param failure null if the statement came to its end
   */
  private record Answer(List<String> rows, String failure) {

    List<String> rows(String statement) {
      if (failure != null) {
        throw new AssertionError(statement + "\n" + failure);
      }
      return rows;
    }
  }

  private Answer answer(String what) {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    List<String> rows = new ArrayList<>();
    try {
      while (true) {
        String line = answers.poll(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
        if (line == null || line.equals(ENDED)) {
          close();
          throw new AssertionError("no answer of Spark to: " + what + "\n" + logTail());
        } else if (line.equals(DONE)) {
          return new Answer(rows, null);
        } else if (line.startsWith(FAILED)) {
          return new Answer(rows, line.substring(FAILED.length()));
        }
        rows.add(line);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  private void read() {
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      for (String line; (line = lines.readLine()) != null; ) {
        answers.add(line);
      }
    } catch (IOException e) {
      // As at the end: the process is gone.
    }
    answers.add(ENDED);
  }

  private String logTail() {
    try (Stream<String> lines = Files.lines(log)) {
      List<String> all = lines.toList();
      return String.join("\n", all.subList(Math.max(0, all.size() - 60), all.size()));
    } catch (IOException e) {
      return e.toString();
    }
  }

  @Override
  public void close() {
    statements.close();
    try {
      if (!process.waitFor(5, TimeUnit.SECONDS)) {
        process.destroyForcibly().waitFor(20, TimeUnit.SECONDS);
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
