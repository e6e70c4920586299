// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.files;

import io.autocdc.dsl.Source;
import io.autocdc.dsl.VersionFrom;
import io.autocdc.dsl.problem.ErrorCode;
import io.autocdc.dsl.problem.Problem;
import io.autocdc.json.InvalidTextException;
import io.autocdc.source.ParseFunction;
import io.autocdc.source.SnapshotOperator;
import io.autocdc.spi.RunSignals;
import io.autocdc.spi.SnapshotRefusedException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import org.apache.flink.runtime.execution.SuppressRestartsException;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.data.TimestampData;

/** Turns files into snapshots, each file into one. */
final class FileSnapshotOperator extends SnapshotOperator<FileRecord> {

  private static final long serialVersionUID = 1L;

  private final RowParser parser;
  private final String source;
  private final FilesReading reading;

  private transient String current;
  private transient Object version;

  FileSnapshotOperator(RowParser parser, Source source, FilesReading reading, int generation) {
    super(reading.versions().type(), generation);
    this.parser = parser;
    this.source = source.name();
    this.reading = reading;
  }

  @Override
  public void open() throws Exception {
    super.open();
    parser.open();
  }

  @Override
  public void processElement(StreamRecord<FileRecord> element) {
    FileRecord record = element.getValue();
    switch (record.kind()) {
      case RECORD -> row(record);
      case END_OF_FILE -> {
        end(versionOf(record), record.origin().name());
        current = null;
      }
      case FILE_CHANGED -> {
        giveUp(record.origin().name());
        current = null;
      }
      case BROKEN_FILE -> throw new SuppressRestartsException(incomplete(record));
      case END_OF_INPUT -> getRuntimeContext().getIntCounter(RunSignals.inputRead(source)).add(1);
    }
  }

  private void row(FileRecord record) {
    GenericRowData row;
    try {
      row = parser.parse(record);
    } catch (InvalidTextException e) {
      output.collect(ParseFunction.INVALID, new StreamRecord<>(RowParser.invalid(record, e)));
      return;
    }
    row.setField(parser.addedColumns(), versionOf(record));
    emit(row);
  }

  private Object versionOf(FileRecord record) {
    String file = record.origin().name();
    if (!file.equals(current)) {
      current = file;
      version =
          reading.versions().from() == VersionFrom.COUNTER
              ? counter()
              : internal(reading.version(file));
    }
    return version;
  }

  /** In Flink's internal form. */
  private static Object internal(Comparable<?> version) {
    if (version instanceof LocalDate date) {
      return (int) date.toEpochDay();
    }
    if (version instanceof LocalDateTime time) {
      return TimestampData.fromLocalDateTime(time);
    }
    return version instanceof String text ? StringData.fromString(text) : version;
  }

  private SnapshotRefusedException incomplete(FileRecord record) {
    String file = record.origin().name();
    return new SnapshotRefusedException(
        Problem.error(
            null,
            ErrorCode.SNAPSHOT_INCOMPLETE,
            "the snapshot '" + file + "' of source '" + source + "' cannot be read to its end",
            record.problem(),
            "put the whole file in its place and run again"),
        source,
        file);
  }
}
