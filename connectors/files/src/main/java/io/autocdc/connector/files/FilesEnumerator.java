// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.files;

import io.autocdc.dsl.problem.AutoCdcException;
import io.autocdc.dsl.problem.ErrorCode;
import io.autocdc.dsl.problem.Problem;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.flink.api.connector.source.SplitEnumerator;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;
import org.apache.flink.connector.file.src.FileSourceSplit;
import org.apache.flink.runtime.execution.SuppressRestartsException;
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
  private final FilesReading reading;
  private final Map<String, FileStamp> ledger;
  private final TreeMap<String, FileSourceSplit> pending;
  private final Set<Integer> waitingReaders = new LinkedHashSet<>();
  private boolean listed;

  /**
   * @param state where an earlier attempt or run stopped
   */
  FilesEnumerator(
      SplitEnumeratorContext<FileSourceSplit> context,
      FileScan scan,
      FilesReading reading,
      FilesState state) {
    this.context = context;
    this.scan = scan;
    this.reading = reading;
    this.ledger = new TreeMap<>(state.ledger());
    this.pending = new TreeMap<>(reading.order());
    this.listed = reading.once() && !ledger.isEmpty();
    state.pending().forEach(this::addPending);
  }

  @Override
  public void start() {
    if (listed) {
      return; // What is read once has been found in an earlier run.
    }
    if (looksOnce()) {
      context.callAsync(scan::list, this::onListed);
    } else {
      context.callAsync(scan::list, this::onListed, 0, reading.interval().toMillis());
    }
  }

  private boolean looksOnce() {
    return reading.once() || reading.interval() == null;
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
      if (looksOnce()) {
        throw notListed(failure);
      }
      LOG.warn(
          "Could not list {}; will look again in {}", scan.base(), reading.interval(), failure);
      return;
    }
    for (FoundFile file : files) {
      FileStamp known = ledger.put(file.name(), file.stamp());
      boolean empty = file.stamp().length() == 0 && !reading.snapshots();
      if (!file.stamp().equals(known) && !empty) {
        LOG.info("{} file {}", known == null ? "New" : "Changed", file.name());
        addFound(file);
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
      } else if (!pending.isEmpty() && reading.mayRead(pending.firstKey())) {
        context.assignSplit(pending.pollFirstEntry().getValue(), reader);
        readers.remove();
      } else if (listed && (looksOnce() || reading.stopBefore() != null)) {
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

  private void addFound(FoundFile file) {
    try {
      pending.put(file.name(), file.toSplit());
    } catch (AutoCdcException e) {
      // Its name has no version; looking again would not help.
      throw new SuppressRestartsException(e);
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
