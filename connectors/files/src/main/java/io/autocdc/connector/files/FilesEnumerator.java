// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.files;

import io.autocdc.dsl.problem.AutoCdcException;
import io.autocdc.dsl.problem.ErrorCode;
import io.autocdc.dsl.problem.Problem;
import java.time.Duration;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.flink.api.connector.source.SplitEnumerator;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;
import org.apache.flink.connector.file.src.FileSourceSplit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds files and hands them to the readers, one at a time, in the order of their names. A file is
 * read whole when it is new, and again when its modification time or length has changed; flows are
 * idempotent, so the lines that were read before do no harm. Nothing else is ever read twice.
 */
final class FilesEnumerator implements SplitEnumerator<FileSourceSplit, FilesState> {

  private static final Logger LOG = LoggerFactory.getLogger(FilesEnumerator.class);

  private final SplitEnumeratorContext<FileSourceSplit> context;
  private final FileScan scan;
  private final Duration interval;
  private final Map<String, FileStamp> ledger;
  private final TreeMap<String, FileSourceSplit> pending = new TreeMap<>();
  private final Set<Integer> waitingReaders = new LinkedHashSet<>();
  private boolean listed;

  /**
   * @param interval time between two looks at the folder; null to look once
   * @param state where an earlier attempt or run stopped
   */
  FilesEnumerator(
      SplitEnumeratorContext<FileSourceSplit> context,
      FileScan scan,
      Duration interval,
      FilesState state) {
    this.context = context;
    this.scan = scan;
    this.interval = interval;
    this.ledger = new TreeMap<>(state.ledger());
    state.pending().forEach(this::addPending);
  }

  @Override
  public void start() {
    if (interval == null) {
      context.callAsync(scan::list, this::onListed);
    } else {
      context.callAsync(scan::list, this::onListed, 0, interval.toMillis());
    }
  }

  @Override
  public void handleSplitRequest(int subtask, String host) {
    waitingReaders.add(subtask);
    serveReaders();
  }

  @Override
  public void addSplitsBack(List<FileSourceSplit> splits, int subtask) {
    waitingReaders.remove(subtask);
    splits.forEach(this::addPending);
    serveReaders();
  }

  /** Readers ask for files, so there is nothing to do before they do. */
  @Override
  public void addReader(int subtask) {}

  @Override
  public FilesState snapshotState(long checkpointId) {
    return new FilesState(ledger, List.copyOf(pending.values()));
  }

  @Override
  public void close() {}

  private void onListed(List<FoundFile> files, Throwable failure) {
    if (failure != null) {
      if (interval == null) {
        throw notListed(failure);
      }
      LOG.warn("Could not list {}; will look again in {}", scan.base(), interval, failure);
      return;
    }
    for (FoundFile file : files) {
      FileStamp known = ledger.put(file.name(), file.stamp());
      if (!file.stamp().equals(known) && file.stamp().length() > 0) {
        LOG.info("{} file {}", known == null ? "New" : "Changed", file.name());
        pending.put(file.name(), file.toSplit());
      }
    }
    listed = true;
    serveReaders();
  }

  private void serveReaders() {
    Iterator<Integer> readers = waitingReaders.iterator();
    while (readers.hasNext()) {
      int reader = readers.next();
      if (!context.registeredReaders().containsKey(reader)) {
        readers.remove(); // It failed; it asks again when it is back.
      } else if (!pending.isEmpty()) {
        context.assignSplit(pending.pollFirstEntry().getValue(), reader);
        readers.remove();
      } else if (listed && interval == null) {
        context.signalNoMoreSplits(reader);
        readers.remove();
      }
    }
  }

  /**
   * Two states of one file can come back from failed readers. The older one is dropped: the newer
   * reads the file from its start.
   */
  private void addPending(FileSourceSplit split) {
    String name = scan.names().nameOf(split.path());
    FileSourceSplit other = pending.get(name);
    if (other == null || FileStamp.of(split).equals(ledger.get(name))) {
      pending.put(name, split);
    }
  }

  private AutoCdcException notListed(Throwable failure) {
    return new AutoCdcException(
        Problem.error(
            null,
            ErrorCode.FILE_NOT_FOUND,
            "the files of " + scan.base() + " could not be listed",
            String.valueOf(failure.getMessage()),
            "make the folder readable and run again"),
        failure);
  }
}
