// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.files;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.BiConsumer;
import org.apache.flink.api.connector.source.ReaderInfo;
import org.apache.flink.api.connector.source.SourceEvent;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;
import org.apache.flink.api.connector.source.SplitsAssignment;
import org.apache.flink.connector.file.src.FileSourceSplit;
import org.apache.flink.metrics.groups.SplitEnumeratorMetricGroup;
import org.apache.flink.metrics.groups.UnregisteredMetricsGroup;

/** Remembers what an enumerator does, and runs its calls when the test says so. */
final class FakeEnumeratorContext implements SplitEnumeratorContext<FileSourceSplit> {

  final Set<Integer> readersWithoutMore = new HashSet<>();
  private final Map<Integer, ReaderInfo> readers = new HashMap<>();
  private final Map<Integer, List<FileSourceSplit>> splits = new HashMap<>();
  private final List<Runnable> once = new ArrayList<>();
  private final List<Runnable> periodic = new ArrayList<>();

  FakeEnumeratorContext(int parallelism) {
    for (int i = 0; i < parallelism; i++) {
      readers.put(i, new ReaderInfo(i, "localhost"));
    }
  }

  void runAsync() {
    List<Runnable> due = new ArrayList<>(once);
    due.addAll(periodic);
    once.clear();
    due.forEach(Runnable::run);
  }

  void fail(int reader) {
    readers.remove(reader);
  }

  List<FileSourceSplit> splits(int reader) {
    return splits.getOrDefault(reader, List.of());
  }

  /** Names of the files that a reader got: the ids of splits start with them. */
  List<String> assigned(int reader) {
    return splits(reader).stream().map(split -> split.splitId().replaceAll("@.*", "")).toList();
  }

  @Override
  public SplitEnumeratorMetricGroup metricGroup() {
    return UnregisteredMetricsGroup.createSplitEnumeratorMetricGroup();
  }

  @Override
  public void sendEventToSourceReader(int subtask, SourceEvent event) {
    throw new AssertionError("no events are expected");
  }

  @Override
  public int currentParallelism() {
    return readers.size();
  }

  @Override
  public Map<Integer, ReaderInfo> registeredReaders() {
    return readers;
  }

  @Override
  public void assignSplits(SplitsAssignment<FileSourceSplit> assignment) {
    assignment
        .assignment()
        .forEach(
            (reader, added) -> {
              if (!readers.containsKey(reader) || readersWithoutMore.contains(reader)) {
                throw new AssertionError("reader " + reader + " takes no splits");
              }
              splits.computeIfAbsent(reader, r -> new ArrayList<>()).addAll(added);
            });
  }

  @Override
  public void signalNoMoreSplits(int reader) {
    readersWithoutMore.add(reader);
  }

  @Override
  public <T> void callAsync(Callable<T> callable, BiConsumer<T, Throwable> handler) {
    once.add(() -> call(callable, handler));
  }

  @Override
  public <T> void callAsync(
      Callable<T> callable, BiConsumer<T, Throwable> handler, long initialDelay, long period) {
    periodic.add(() -> call(callable, handler));
  }

  @Override
  public void runInCoordinatorThread(Runnable runnable) {
    runnable.run();
  }

  private static <T> void call(Callable<T> callable, BiConsumer<T, Throwable> handler) {
    T result = null;
    Throwable failure = null;
    try {
      result = callable.call();
    } catch (Exception e) {
      failure = e;
    }
    handler.accept(result, failure);
  }
}
