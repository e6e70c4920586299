// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.files;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.runtime.state.FunctionInitializationContext;
import org.apache.flink.runtime.state.FunctionSnapshotContext;
import org.apache.flink.streaming.api.checkpoint.CheckpointedFunction;
import org.apache.flink.streaming.api.functions.ProcessFunction;
import org.apache.flink.util.Collector;

/**
 * Collects text exactly once: what a failed attempt took is forgotten, what an earlier run took is
 * still there. Has to run with parallelism one.
 */
final class Collected extends ProcessFunction<String, Void> implements CheckpointedFunction {

  private static final long serialVersionUID = 1L;
  private static final Map<String, List<String>> BY_NAME = new ConcurrentHashMap<>();

  private final String name;
  private transient List<String> texts;
  private transient ListState<String> state;

  Collected(String name) {
    this.name = name;
  }

  /** What has arrived, in order of arrival. */
  static List<String> get(String name) {
    return List.copyOf(BY_NAME.getOrDefault(name, List.of()));
  }

  @Override
  public void initializeState(FunctionInitializationContext context) throws Exception {
    state =
        context
            .getOperatorStateStore()
            .getListState(new ListStateDescriptor<>("collected", Types.STRING));
    texts = new ArrayList<>();
    state.get().forEach(texts::add);
    BY_NAME.put(name, List.copyOf(texts));
  }

  @Override
  public void processElement(String text, Context context, Collector<Void> out) {
    texts.add(text);
    BY_NAME.put(name, List.copyOf(texts));
  }

  @Override
  public void snapshotState(FunctionSnapshotContext context) throws Exception {
    state.update(texts);
  }
}
