// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.catalog;

import io.autocdc.dsl.problem.ErrorCode;
import io.autocdc.dsl.problem.Location;
import io.autocdc.dsl.problem.Problem;
import io.autocdc.dsl.problem.Suggestions;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.ConfigOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.table.api.ValidationException;
import org.apache.flink.table.connector.sink.DynamicTableSink;
import org.apache.flink.table.connector.source.DynamicTableSource;
import org.apache.flink.table.factories.DynamicTableSinkFactory;
import org.apache.flink.table.factories.DynamicTableSourceFactory;
import org.apache.flink.table.factories.FactoryUtil;
import org.apache.flink.table.types.logical.RowType;

/**
 * The connector {@code autocdc}: a table that is a flow. What is inserted are the changes that the
 * flow applies to its target; there is nothing to select.
 */
public final class AutoCdcTableFactory
    implements DynamicTableSinkFactory, DynamicTableSourceFactory {

  public static final String IDENTIFIER = "autocdc";

  private static final String CONNECTOR = FactoryUtil.CONNECTOR.key();

  @Override
  public String factoryIdentifier() {
    return IDENTIFIER;
  }

  /** Also what is required is checked with everything else. */
  @Override
  public Set<ConfigOption<?>> requiredOptions() {
    return Set.of();
  }

  @Override
  public Set<ConfigOption<?>> optionalOptions() {
    Set<ConfigOption<?>> options = new LinkedHashSet<>();
    for (Argument argument : Argument.options()) {
      options.add(
          ConfigOptions.key(argument.option())
              .stringType()
              .noDefaultValue()
              .withDescription(argument.description()));
    }
    return options;
  }

  /**
   * @throws ValidationException that names the options that are wrong
   */
  @Override
  public DynamicTableSink createDynamicTableSink(Context context) {
    return AutoCdcSink.of(
        context.getObjectIdentifier().asSummaryString(),
        context.getCatalogTable().getOptions(),
        (RowType) context.getPhysicalRowDataType().getLogicalType(),
        Configuration.fromMap(context.getConfiguration().toMap()));
  }

  /**
   * @throws ValidationException always: it says what can be read instead
   */
  @Override
  public DynamicTableSource createDynamicTableSource(Context context) {
    String target = context.getCatalogTable().getOptions().get(Argument.TARGET.option());
    throw new ValidationException(
        "The table "
            + context.getObjectIdentifier().asSummaryString()
            + " is a flow, which takes rows and gives none; read its target"
            + (target == null ? "." : " " + target + "."));
  }

  /** What the options of a table say about its flow, and which of them mean nothing. */
  static FlowArguments arguments(Map<String, String> options) {
    Map<Argument, String> values = new EnumMap<>(Argument.class);
    Set<String> unknown = new TreeSet<>();
    options.forEach(
        (option, value) -> {
          Optional<Argument> argument = Argument.ofOption(option);
          if (argument.isPresent()) {
            values.put(argument.get(), value);
          } else if (!option.equals(CONNECTOR) && !option.startsWith(SessionCatalogs.PREFIX)) {
            unknown.add(option);
          }
        });
    return FlowArguments.ofConnector(
        values, unknown.stream().map(AutoCdcTableFactory::unknown).toList());
  }

  private static Problem unknown(String option) {
    return Problem.error(
        new Location(FlowArguments.optionLabel(option), 1, 1),
        ErrorCode.UNKNOWN_KEY,
        "the connector '" + IDENTIFIER + "' has no option '" + option + "'",
        "an option that is not known would silently not apply",
        Suggestions.didYouMean(option, Argument.options().stream().map(Argument::option).toList()));
  }
}
