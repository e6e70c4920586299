// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.catalog;

import io.autocdc.dsl.problem.Suggestions;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.table.api.ValidationException;
import org.apache.flink.table.catalog.Catalog;
import org.apache.flink.table.catalog.CommonCatalogOptions;
import org.apache.flink.table.factories.CatalogFactory;

/** Makes {@link AutoCdcCatalog}s: {@code CREATE CATALOG autocdc WITH ('type' = 'autocdc')}. */
public final class AutoCdcCatalogFactory implements CatalogFactory {

  public static final String IDENTIFIER = "autocdc";

  private static final String TYPE = CommonCatalogOptions.CATALOG_TYPE.key();

  @Override
  public String factoryIdentifier() {
    return IDENTIFIER;
  }

  @Override
  public Set<ConfigOption<?>> requiredOptions() {
    return Set.of();
  }

  @Override
  public Set<ConfigOption<?>> optionalOptions() {
    return Set.of();
  }

  /**
   * @throws ValidationException if there is an option of another name than {@code
   *     catalog.NAME.OPTION}
   */
  @Override
  public Catalog createCatalog(Context context) {
    Map<String, String> options = new TreeMap<>(context.getOptions());
    options.remove(TYPE);
    for (String option : options.keySet()) {
      if (!option.startsWith(SessionCatalogs.PREFIX)
          || option.indexOf('.', SessionCatalogs.PREFIX.length()) < 0) {
        throw new ValidationException(
            "The catalog has no option '"
                + option
                + "'; "
                + Suggestions.didYouMean(
                    option, List.of(TYPE, SessionCatalogs.PREFIX + "NAME.type")));
      }
    }
    SessionCatalogs.declared(options)
        .forEach(
            (name, declared) -> {
              if (!declared.containsKey(TYPE)) {
                throw new ValidationException(
                    "The catalog '"
                        + name
                        + "' is declared without a kind; add '"
                        + SessionCatalogs.PREFIX
                        + name
                        + "."
                        + TYPE
                        + "' = 'paimon'.");
              }
            });
    return new AutoCdcCatalog(context.getName(), options);
  }
}
