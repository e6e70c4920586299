// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.paimon;

import io.autocdc.dsl.problem.AutoCdcException;
import io.autocdc.dsl.problem.Problems;
import io.autocdc.dsl.type.Column;
import io.autocdc.spi.TableCatalog.TableDefinition;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.paimon.CoreOptions;
import org.apache.paimon.flink.LogicalTypeConversion;
import org.apache.paimon.format.FileFormat;
import org.apache.paimon.options.Options;
import org.apache.paimon.schema.Schema;
import org.apache.paimon.schema.SchemaValidation;
import org.apache.paimon.schema.TableSchema;
import org.apache.paimon.types.DataTypes;

/** Turns the definition of a table into a Paimon schema. */
final class SchemaCreation {

  private final TableDefinition definition;

  /** The columns that Paimon refuses as keys, with their companions. */
  private final Map<String, String> keyByColumn;

  private SchemaCreation(TableDefinition definition) {
    this.definition = definition;
    this.keyByColumn = companions(definition);
  }

  /**
   * @throws io.autocdc.dsl.problem.AutoCdcException UNSUPPORTED_TYPE with every column that cannot
   *     be stored, CONFLICTING_OPTIONS for a property that the flow's results do not survive,
   *     INVALID_VALUE for whatever else Paimon refuses
   */
  static Schema of(TableDefinition definition) {
    TableProperties.check(definition.name(), definition.properties());
    try {
      checkTypes(definition, definition.schema().columns(), definition.properties());
      Schema schema = new SchemaCreation(definition).build();
      SchemaValidation.validateTableSchema(TableSchema.create(0, schema));
      return schema;
    } catch (AutoCdcException e) {
      throw e;
    } catch (RuntimeException e) {
      throw PaimonProblems.refused(definition.name(), e);
    }
  }

  static void checkTypes(
      TableDefinition definition, List<Column> columns, Map<String, String> properties) {
    Options options = Options.fromMap(properties);
    FileFormat format = FileFormat.fromIdentifier(new CoreOptions(options).formatType(), options);
    Problems problems = new Problems();
    for (Column column : columns) {
      if (!PaimonTypes.isStorable(column.type(), format)) {
        problems.add(
            PaimonProblems.unsupportedType(
                definition.name(), column.name(), column.type(), format.getFormatIdentifier()));
      }
    }
    problems.throwIfErrors();
  }

  private Schema build() {
    Set<String> primaryKey = Set.copyOf(definition.primaryKey());
    Schema.Builder schema = Schema.newBuilder();
    for (Column column : definition.schema().columns()) {
      LogicalType type = column.type().copy(!primaryKey.contains(column.name()));
      schema.column(column.name(), LogicalTypeConversion.toDataType(type));
    }
    keyByColumn.values().forEach(key -> schema.column(key, DataTypes.BYTES().notNull()));
    if (!primaryKey.isEmpty()) {
      schema.primaryKey(stored(definition.primaryKey()));
    }
    return schema.options(options()).build();
  }

  private Map<String, String> options() {
    Map<String, String> options = new LinkedHashMap<>();
    if (definition.primaryKey().isEmpty()) {
      options.putAll(optionsWithoutKey());
    } else {
      options.putAll(optionsWithKey());
    }
    definition.properties().forEach(options::put);
    if (String.valueOf(CoreOptions.BUCKET.defaultValue())
        .equals(options.get(CoreOptions.BUCKET.key()))) {
      // Paimon then distributes the rows itself and refuses to be told how.
      options.remove(CoreOptions.BUCKET_KEY.key());
    }
    Map<String, String> columnByKey = new LinkedHashMap<>();
    keyByColumn.forEach((column, key) -> columnByKey.put(key, column));
    options.putAll(StorageKeys.toOptions(columnByKey));
    return options;
  }

  private Map<String, String> optionsWithKey() {
    Map<String, String> options = new LinkedHashMap<>();
    options.put(CoreOptions.BUCKET.key(), TableProperties.DEFAULT_BUCKETS);
    options.put(
        CoreOptions.CHANGELOG_PRODUCER.key(), CoreOptions.ChangelogProducer.INPUT.toString());
    List<String> distribution = definition.distributionKey();
    if (!distribution.isEmpty() && !distribution.equals(definition.primaryKey())) {
      options.put(CoreOptions.BUCKET_KEY.key(), String.join(",", stored(distribution)));
    }
    return options;
  }

  /**
   * One bucket, whichever column names it: the writer of a bucket also merges its small files,
   * while tables without buckets need more operators in every job for that.
   */
  private Map<String, String> optionsWithoutKey() {
    Optional<Column> bucketKey =
        definition.schema().columns().stream()
            .filter(column -> PaimonTypes.isKey(column.type()))
            .findFirst();
    return bucketKey
        .map(
            column ->
                Map.of(
                    CoreOptions.BUCKET.key(),
                    TableProperties.DEFAULT_BUCKETS_WITHOUT_KEY,
                    CoreOptions.BUCKET_KEY.key(),
                    column.name()))
        .orElse(Map.of());
  }

  private List<String> stored(List<String> columns) {
    return columns.stream().map(column -> keyByColumn.getOrDefault(column, column)).toList();
  }

  private static Map<String, String> companions(TableDefinition definition) {
    Set<String> taken = new HashSet<>(definition.schema().names());
    Map<String, String> keyByColumn = new LinkedHashMap<>();
    for (String column : definition.primaryKey()) {
      LogicalType type = definition.schema().find(column).orElseThrow().type();
      if (!PaimonTypes.isKey(type)) {
        String key = StorageKeys.nameFor(column, taken);
        taken.add(key);
        keyByColumn.put(column, key);
      }
    }
    return keyByColumn;
  }
}
