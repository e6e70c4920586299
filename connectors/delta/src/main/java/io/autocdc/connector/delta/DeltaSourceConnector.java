// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.delta;

import io.autocdc.connector.delta.kernel.DeltaLocation;
import io.autocdc.connector.delta.kernel.DeltaState;
import io.autocdc.dsl.DeltaFeeds;
import io.autocdc.dsl.SnapshotVersions;
import io.autocdc.dsl.Source;
import io.autocdc.dsl.SourceDescription;
import io.autocdc.dsl.SourceTypes;
import io.autocdc.source.snapshots.FeedStreams;
import io.autocdc.spi.SourceConnector;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/** Reads Delta tables that are in no catalog, by their folders; any engine may write them. */
public final class DeltaSourceConnector implements SourceConnector {

  @Override
  public String type() {
    return SourceTypes.DELTA;
  }

  @Override
  public Optional<SourceDescription> describe(Source source, Path projectFolder) {
    return find(source, projectFolder).map(table -> table.describe(source.schema()));
  }

  @Override
  public SourceStreams connect(Source source, SourceContext context) {
    SourceTable table =
        find(source, context.projectFolder())
            .orElseThrow(
                () -> DeltaProblems.noTableAt(location(source, context.projectFolder()).path()));
    if (SnapshotVersions.of(source).isPresent()) {
      table.check(source.schema());
      return FeedStreams.connect(
          source, new TableSnapshots(table.name(), table.location(), source.schema()), context);
    }
    return TableChanges.connect(table, source, context);
  }

  private static Optional<SourceTable> find(Source source, Path projectFolder) {
    if (source.options().getOrDefault(DeltaFeeds.PATH, "").isBlank()) {
      return Optional.empty();
    }
    DeltaLocation location = location(source, projectFolder);
    try {
      Optional<DeltaState> newest = location.open().newest();
      return newest.map(
          state -> new SourceTable(source.options().get(DeltaFeeds.PATH), location, state));
    } catch (RuntimeException e) {
      throw DeltaProblems.storage("open the table in " + location.path(), e);
    }
  }

  private static DeltaLocation location(Source source, Path projectFolder) {
    String path = source.options().get(DeltaFeeds.PATH);
    return new DeltaLocation(
        DeltaWarehouse.hasScheme(path)
            ? path
            : "file:" + projectFolder.resolve(path).toAbsolutePath().normalize(),
        Map.of());
  }
}
