// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.files;

import io.autocdc.source.ForwardingReader;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import org.apache.flink.api.connector.source.ReaderOutput;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.connector.file.src.FileSourceSplit;
import org.apache.flink.core.io.InputStatus;

/**
 * A reader of snapshots that leaves some of them alone, and keeps them in its state for a later
 * run. One that had been begun is given up and begun anew then: other snapshots may be read before.
 */
final class ParkingReader extends ForwardingReader<FileRecord, FileSourceSplit> {

  private final Predicate<String> mayRead;
  private final FileNames names;
  private final List<FileSourceSplit> parked = new ArrayList<>();

  /** Those whose first records have been passed on, until that has been taken back. */
  private final Deque<FileSourceSplit> begun = new ArrayDeque<>();

  /**
   * @param mayRead decides by the name of a file
   */
  ParkingReader(
      SourceReader<FileRecord, FileSourceSplit> reader,
      Predicate<String> mayRead,
      FileNames names) {
    super(reader);
    this.mayRead = mayRead;
    this.names = names;
  }

  @Override
  public InputStatus pollNext(ReaderOutput<FileRecord> output) throws Exception {
    if (begun.isEmpty()) {
      return reader.pollNext(output);
    }
    FileSourceSplit split = begun.remove();
    output.collect(
        FileRecord.fileChanged(
            new FileOrigin(names.nameOf(split.path()), split.fileModificationTime(), null)));
    parked.add(fromTheStart(split));
    return InputStatus.MORE_AVAILABLE;
  }

  @Override
  public CompletableFuture<Void> isAvailable() {
    return begun.isEmpty() ? reader.isAvailable() : CompletableFuture.completedFuture(null);
  }

  @Override
  public void addSplits(List<FileSourceSplit> splits) {
    List<FileSourceSplit> others = new ArrayList<>();
    for (FileSourceSplit split : splits) {
      if (mayRead.test(names.nameOf(split.path()))) {
        others.add(split);
      } else if (split.getReaderPosition().isPresent()) {
        begun.add(split);
      } else {
        parked.add(split);
      }
    }
    if (!others.isEmpty()) {
      reader.addSplits(others);
    }
  }

  @Override
  public List<FileSourceSplit> snapshotState(long checkpointId) {
    List<FileSourceSplit> all = new ArrayList<>(parked);
    all.addAll(begun);
    all.addAll(reader.snapshotState(checkpointId));
    return all;
  }

  private static FileSourceSplit fromTheStart(FileSourceSplit split) {
    return new FileSourceSplit(
        split.splitId(),
        split.path(),
        split.offset(),
        split.length(),
        split.fileModificationTime(),
        split.fileSize(),
        split.hostnames());
  }
}
