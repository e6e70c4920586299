// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.kafka;

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
import org.apache.flink.connector.kafka.source.split.KafkaPartitionSplit;
import org.apache.flink.metrics.groups.SplitEnumeratorMetricGroup;
import org.apache.kafka.common.TopicPartition;

/**
 * Watches an enumerator assign partitions, and tells readers when the last one has been assigned:
 * only then do they know that they are done when they have read theirs.
 */
final class LastSplits implements SplitEnumeratorContext<KafkaPartitionSplit> {

  private final SplitEnumeratorContext<KafkaPartitionSplit> context;
  private final Set<TopicPartition> unassigned;

  /**
   * @param unassigned the partitions that no reader has yet
   */
  LastSplits(SplitEnumeratorContext<KafkaPartitionSplit> context, Set<TopicPartition> unassigned) {
    this.context = context;
    this.unassigned = new HashSet<>(unassigned);
  }

  /** To be called when a reader has got what it is given at its registration. */
  void registered(int reader) {
    if (unassigned.isEmpty()) {
      context.signalNoMoreSplits(reader);
    }
  }

  @Override
  public void assignSplits(SplitsAssignment<KafkaPartitionSplit> splits) {
    context.assignSplits(splits);
    if (unassigned.isEmpty()) {
      return;
    }
    for (List<KafkaPartitionSplit> assigned : splits.assignment().values()) {
      assigned.forEach(split -> unassigned.remove(split.getTopicPartition()));
    }
    if (unassigned.isEmpty()) {
      context.registeredReaders().keySet().forEach(context::signalNoMoreSplits);
    }
  }

  @Override
  public void signalNoMoreSplits(int reader) {
    context.signalNoMoreSplits(reader);
  }

  @Override
  public SplitEnumeratorMetricGroup metricGroup() {
    return context.metricGroup();
  }

  @Override
  public void sendEventToSourceReader(int reader, SourceEvent event) {
    context.sendEventToSourceReader(reader, event);
  }

  @Override
  public int currentParallelism() {
    return context.currentParallelism();
  }

  @Override
  public Map<Integer, ReaderInfo> registeredReaders() {
    return context.registeredReaders();
  }

  @Override
  public <T> void callAsync(Callable<T> callable, BiConsumer<T, Throwable> handler) {
    context.callAsync(callable, handler);
  }

  @Override
  public <T> void callAsync(
      Callable<T> callable, BiConsumer<T, Throwable> handler, long delay, long period) {
    context.callAsync(callable, handler, delay, period);
  }

  @Override
  public void runInCoordinatorThread(Runnable runnable) {
    context.runInCoordinatorThread(runnable);
  }
}
