// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.spi;

import io.autocdc.dsl.Source;
import io.autocdc.dsl.SourceDescription;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.table.data.RowData;

/** Reads one kind of source; found by {@link java.util.ServiceLoader}. */
public interface SourceConnector {

  /** The name of the kind, see {@link io.autocdc.dsl.SourceTypes}. */
  String type();

  /**
   * Adds the source to the job.
   *
   * @throws io.autocdc.dsl.problem.AutoCdcException if the source cannot be read as declared
   */
  SourceStreams connect(Source source, SourceContext context);

  /**
   * Looks at what the source has, for what its declaration leaves out.
   *
   * @param source a source with all required options; their values may be wrong
   * @param projectFolder relative paths start here
   * @return empty if the source has nothing that tells, or an option is wrong
   * @throws io.autocdc.dsl.problem.AutoCdcException if the system behind it refuses to tell
   */
  default Optional<SourceDescription> describe(Source source, Path projectFolder) {
    return Optional.empty();
  }

  /**
   * Where and how a source is read.
   *
   * @param env the job being built
   * @param projectFolder relative paths start here
   * @param triggered true if the run ends when all input that is there has been read; the source
   *     stays open even then, and says that it is done through {@link RunSignals}, so that the run
   *     can stop with a savepoint
   * @param once true if what is there at the first run is all that is ever read, over all runs
   * @param generation how often the source has begun anew, from 1
   * @param stopBefore name of the first snapshot that the run is to leave alone, with all behind
   *     it; null to read all
   * @param keys columns that identify a row of the table that a change feed is about; empty for
   *     other sources
   * @param rehearsal true if the job is made to be looked at and never runs: systems that may be
   *     down are not asked
   * @param reader names the reader for systems that remember theirs: the same in all runs of a
   *     pipeline on its warehouse, and another for everybody else
   * @param uid prefix for the uids of the operators, stable over runs
   */
  record SourceContext(
      StreamExecutionEnvironment env,
      Path projectFolder,
      boolean triggered,
      boolean once,
      int generation,
      String stopBefore,
      List<String> keys,
      boolean rehearsal,
      String reader,
      String uid) {

    /** Reads all that there is. */
    public SourceContext(
        StreamExecutionEnvironment env, Path projectFolder, boolean triggered, String uid) {
      this(env, projectFolder, triggered, false, 1, null, List.of(), false, uid, uid);
    }
  }

  /**
   * What a source gives.
   *
   * @param rows rows with the columns of {@link Source#visibleSchema()}, typed as internal RowData,
   *     with watermarks if the source declares one
   * @param invalid what could not be read as a row, see {@link InvalidRows}
   * @param snapshots the ends of snapshots if the rows are those of snapshots, see {@link
   *     SnapshotEnds}; else null
   */
  record SourceStreams(
      DataStream<RowData> rows, DataStream<RowData> invalid, DataStream<RowData> snapshots) {}
}
