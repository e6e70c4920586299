// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.delta;

import io.autocdc.connector.delta.ChangesLog.Look;
import io.autocdc.dsl.problem.AutoCdcException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import org.apache.flink.api.connector.source.SplitEnumerator;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;
import org.apache.flink.runtime.execution.SuppressRestartsException;
import org.apache.flink.util.ExceptionUtils;
import org.apache.flink.util.FlinkRuntimeException;

/**
 * Looks into the log of a table, and hands out what it finds, in order, to whoever asks. It looks
 * for more when little is left, so that a long log never stands in memory as a whole.
 */
final class ChangesEnumerator implements SplitEnumerator<ChangesSplit, ChangesPosition> {

  /** Splits that are kept in stock while there are more; a commit may have any number of them. */
  private static final int STOCK = 500;

  private final SplitEnumeratorContext<ChangesSplit> context;
  private final ChangesLog log;
  private final Duration interval;
  private final boolean once;
  private final Deque<ChangesSplit> pending = new ArrayDeque<>();
  private final Set<Integer> waiting = new TreeSet<>();

  /** Where the next look goes on. */
  private ChangesPosition position;

  /** True once it is known that reading can begin, or go on. */
  private boolean begun;

  private boolean looking;
  private boolean more = true;
  private boolean done;

  /**
   * @param interval time between two looks that find nothing
   * @param once true if what the first look finds is all that is ever read
   */
  ChangesEnumerator(
      SplitEnumeratorContext<ChangesSplit> context,
      ChangesLog log,
      ChangesPosition state,
      Duration interval,
      boolean once) {
    this.context = context;
    this.log = log;
    this.position = state;
    this.interval = interval;
    this.once = once;
    this.pending.addAll(state.pending());
  }

  @Override
  public void start() {
    if (once && position.hasBegun()) {
      // What is read once has been found, whatever became of the table.
      begun = true;
      done = true;
    } else if (position.hasBegun()) {
      look(
          () -> {
            log.requireSame(position);
            return new Look(List.of(), position, false);
          });
    } else {
      look(log::begin);
    }
    if (!done && !once) {
      context.callAsync(
          () -> true,
          (tick, failure) -> {
            more = true;
            lookForMore();
          },
          interval.toMillis(),
          interval.toMillis());
    }
  }

  private void lookForMore() {
    if (begun && more && !done && pending.size() < STOCK) {
      ChangesPosition from = position;
      look(() -> log.after(from, STOCK));
    }
  }

  private void look(Callable<Look> look) {
    if (!looking) {
      looking = true;
      context.callAsync(look, this::found);
    }
  }

  private void found(Look look, Throwable failure) {
    looking = false;
    if (failure != null) {
      // What is wrong with a table or a declaration is wrong the next time, too.
      throw ExceptionUtils.findThrowable(failure, AutoCdcException.class)
          .<RuntimeException>map(SuppressRestartsException::new)
          .orElseGet(() -> new FlinkRuntimeException("The log of a table was not read", failure));
    }
    begun = true;
    pending.addAll(look.splits());
    position = look.position();
    more = !look.isEnd();
    done = once || log.isDone(position);
    assign();
    lookForMore();
  }

  private void assign() {
    if (!begun) {
      return;
    }
    for (int reader : new ArrayList<>(waiting)) {
      if (!context.registeredReaders().containsKey(reader)) {
        waiting.remove(reader);
      } else if (!pending.isEmpty()) {
        context.assignSplit(pending.removeFirst(), reader);
        waiting.remove(reader);
      } else if (done) {
        context.signalNoMoreSplits(reader);
        waiting.remove(reader);
      }
    }
  }

  @Override
  public void handleSplitRequest(int reader, String host) {
    waiting.add(reader);
    assign();
    lookForMore();
  }

  @Override
  public void addSplitsBack(List<ChangesSplit> splits, int reader) {
    for (int i = splits.size() - 1; i >= 0; i--) {
      pending.addFirst(splits.get(i));
    }
    assign();
  }

  @Override
  public void addReader(int reader) {
    // Readers ask.
  }

  @Override
  public ChangesPosition snapshotState(long checkpoint) {
    return new ChangesPosition(
        position.table(), position.next(), position.lastCommit(), List.copyOf(pending));
  }

  @Override
  public void close() {}
}
