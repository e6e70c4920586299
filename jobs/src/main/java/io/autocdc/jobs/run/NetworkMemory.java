// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.run;

import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.MemorySize;
import org.apache.flink.configuration.TaskManagerOptions;
import org.apache.flink.streaming.api.graph.StreamEdge;
import org.apache.flink.streaming.api.graph.StreamGraph;
import org.apache.flink.streaming.api.graph.StreamNode;
import org.apache.flink.streaming.runtime.partitioner.ForwardPartitioner;

/**
 * Gives the mini cluster as many network buffers as the job can use. Flink's default is made for a
 * worker with a few tasks; a pipeline of many flows runs all its tasks in one worker.
 */
final class NetworkMemory {

  private static final long BUFFER_BYTES = 32 * 1024;
  private static final long LEAST_BYTES = 64L << 20;

  /** Exclusive buffers of a channel, one more on the sending side, and floating ones of a gate. */
  private static final int BUFFERS_PER_CHANNEL = 3;

  private static final int FLOATING_BUFFERS = 8;

  private NetworkMemory() {}

  /** Options for a job, unless the user has set them. */
  static Configuration forJob(StreamGraph graph, Configuration users) {
    Configuration sized = new Configuration();
    if (!users.contains(TaskManagerOptions.NETWORK_MEMORY_MIN)
        && !users.contains(TaskManagerOptions.NETWORK_MEMORY_MAX)) {
      MemorySize size = new MemorySize(Math.max(LEAST_BYTES, buffers(graph) * BUFFER_BYTES));
      sized.set(TaskManagerOptions.NETWORK_MEMORY_MIN, size);
      sized.set(TaskManagerOptions.NETWORK_MEMORY_MAX, size);
    }
    return sized;
  }

  private static long buffers(StreamGraph graph) {
    long buffers = 0;
    for (StreamNode node : graph.getStreamNodes()) {
      for (StreamEdge edge : node.getOutEdges()) {
        if (edge.getPartitioner() instanceof ForwardPartitioner) {
          // Mostly chained into one task; if not, one channel for each subtask.
          buffers += (long) node.getParallelism() * 2 * BUFFERS_PER_CHANNEL;
          continue;
        }
        int senders = node.getParallelism();
        int receivers = graph.getStreamNode(edge.getTargetId()).getParallelism();
        buffers += (long) senders * receivers * BUFFERS_PER_CHANNEL;
        buffers += (long) (senders + receivers) * FLOATING_BUFFERS;
      }
    }
    return buffers;
  }
}
