// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.compile;

import io.autocdc.dsl.Source;
import io.autocdc.dsl.SourceDescriber;
import io.autocdc.dsl.SourceDescription;
import io.autocdc.dsl.SourceTypes;
import io.autocdc.dsl.TableName;
import io.autocdc.jobs.compile.CompileOptions.CatalogOptions;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * Asks catalogs and connectors what they know of a source.
 *
 * @param catalogs every catalog that may be asked, by name
 * @param projectFolder relative paths start here
 */
public record Descriptions(Map<String, CatalogOptions> catalogs, Path projectFolder)
    implements SourceDescriber {

  @Override
  public Optional<SourceDescription> describe(Source source) {
    Optional<TableName> table = source.table();
    return table.isPresent()
        ? describe(source, table.get())
        : Catalogs.source(SourceTypes.canonical(source.type()))
            .flatMap(connector -> connector.describe(source, projectFolder));
  }

  private Optional<SourceDescription> describe(Source source, TableName table) {
    try (Catalogs open = new Catalogs(catalogs)) {
      return !source.options().containsKey(SourceTypes.VERSION_FROM)
          ? open.of(source, table).describeChanges(table, source.schema())
          : open.of(source, table)
              .describe(table)
              .map(found -> new SourceDescription(found.schema(), found.primaryKey()));
    }
  }
}
