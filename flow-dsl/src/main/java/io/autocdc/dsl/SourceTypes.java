// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.dsl;

import io.autocdc.dsl.type.Column;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.apache.flink.table.types.logical.LocalZonedTimestampType;
import org.apache.flink.table.types.logical.VarCharType;

/** The kinds of sources, as far as a declaration is concerned: names, options, added columns. */
public final class SourceTypes {

  public static final String FILES = "files";

  /** Topics of Kafka. */
  public static final String KAFKA = "kafka";

  /** A table of Postgres, and its changes. */
  public static final String POSTGRES_CDC = "postgres_cdc";

  /** A table of MySQL or MariaDB, and its changes. */
  public static final String MYSQL_CDC = "mysql_cdc";

  /** A table of a Paimon catalog. */
  public static final String PAIMON = "paimon";

  /** A table in Delta Lake's format, of a catalog or in any folder. */
  public static final String DELTA = "delta";

  /** A query over tables of Flink, or one such table. */
  public static final String SQL = "sql";

  /** Option with a query over tables of Flink. */
  public static final String QUERY = "query";

  /** Option with the statement that declares a table of Flink. */
  public static final String DEFINITION = "definition";

  /** A program that gives snapshots; in Java only. */
  public static final String SUPPLIER = "supplier";

  /** A stream that the program has, which hands it to the compiler; in Java only. */
  public static final String STREAM = "stream";

  public static final String FILE_PATH = "__file_path";
  public static final String FILE_MODIFICATION_TIME = "__file_modification_time";

  /** Option with the name of a table. */
  public static final String TABLE = "table";

  /**
   * Option of sources whose rows are taken back: what an update without its other half means, see
   * {@link #DELETE_UNPAIRED}.
   */
  public static final String UNPAIRED_UPDATE_BEFORE = "unpaired_update_before";

  /** An update before is ignored, whatever follows. */
  public static final String IGNORE_UNPAIRED = "ignore";

  /** An update before without its update after is a delete. */
  public static final String DELETE_UNPAIRED = "delete";

  /** Option that makes a source one of snapshots: a {@link VersionFrom}. */
  public static final String VERSION_FROM = "version_from";

  /** Option with the type of versions from file names. */
  public static final String VERSION_TYPE = "version_type";

  /** Option with a regular expression that finds the version in a file name. */
  public static final String VERSION_PATTERN = "version_pattern";

  /** The column that a source of snapshots adds. */
  public static final String SNAPSHOT_VERSION = "__snapshot_version";

  /**
   * A kind of source.
   *
   * @param name canonical name
   * @param requiredOptions options without which the source cannot be read
   * @param options every option that it knows, required ones included
   * @param metadataColumns columns that it adds behind those of the data
   * @param openPrefix options with this prefix are known, too; null for none
   * @param aliases other names of options; one that ends in a dot is another {@code openPrefix}
   */
  public record SourceType(
      String name,
      Set<String> requiredOptions,
      Set<String> options,
      List<Column> metadataColumns,
      String openPrefix,
      Map<String, String> aliases) {

    SourceType(
        String name,
        Set<String> requiredOptions,
        Set<String> options,
        List<Column> metadataColumns) {
      this(name, requiredOptions, options, metadataColumns, null, Map.of());
    }

    /** True if the option has a meaning. */
    public boolean knows(String option) {
      return options.contains(option) || openPrefix != null && option.startsWith(openPrefix);
    }

    /** The name of an option that may go by another one. */
    public String canonical(String option) {
      String prefix = option.substring(0, option.indexOf('.') + 1);
      String name = aliases.get(option);
      if (name != null) {
        return name;
      }
      return aliases.containsKey(prefix)
          ? aliases.get(prefix) + option.substring(prefix.length())
          : option;
    }

    /** Every name under which an option can stand beside the type. */
    public Set<String> names() {
      Set<String> names = new LinkedHashSet<>(options);
      aliases.keySet().stream().filter(name -> !name.contains(".")).forEach(names::add);
      return names;
    }
  }

  private static final Set<String> OF_PROGRAMS = Set.of(SUPPLIER, STREAM);

  private static final Map<String, SourceType> BY_NAME = new TreeMap<>();

  static {
    SourceType files =
        new SourceType(
            FILES,
            Set.of("path", "format"),
            optionsOfFiles(),
            List.of(
                Column.metadata(FILE_PATH, new VarCharType(VarCharType.MAX_LENGTH)),
                Column.metadata(FILE_MODIFICATION_TIME, new LocalZonedTimestampType(3))),
            null,
            FileOptions.ALIASES);
    BY_NAME.put(FILES, files);
    BY_NAME.put("cloudfiles", files);
    BY_NAME.put(
        KAFKA,
        new SourceType(
            KAFKA,
            Set.of(KafkaOptions.BOOTSTRAP_SERVERS, "format"),
            optionsOfKafka(),
            KafkaOptions.COLUMNS,
            KafkaOptions.CLIENT_PREFIX,
            KafkaOptions.ALIASES));
    BY_NAME.put(
        POSTGRES_CDC,
        new SourceType(
            POSTGRES_CDC,
            DatabaseOptions.REQUIRED,
            DatabaseOptions.OF_POSTGRES,
            List.of(),
            DatabaseOptions.DEBEZIUM_PREFIX,
            DatabaseOptions.ALIASES_OF_POSTGRES));
    BY_NAME.put(
        MYSQL_CDC,
        new SourceType(
            MYSQL_CDC,
            DatabaseOptions.REQUIRED,
            DatabaseOptions.OF_MYSQL,
            List.of(),
            DatabaseOptions.DEBEZIUM_PREFIX,
            DatabaseOptions.ALIASES_OF_MYSQL));
    BY_NAME.put(
        PAIMON,
        new SourceType(
            PAIMON,
            Set.of(TABLE),
            ordered(
                TABLE,
                TableFeeds.STARTING_SNAPSHOT,
                TableFeeds.CONSUMER_ID,
                ChangeFeeds.PRIMARY_KEY,
                TableFeeds.SEQUENCE_FIELD,
                UNPAIRED_UPDATE_BEFORE,
                "monitor_interval",
                VERSION_FROM),
            List.of()));
    BY_NAME.put(
        DELTA,
        new SourceType(
            DELTA,
            Set.of(),
            ordered(
                TABLE,
                DeltaFeeds.PATH,
                DeltaFeeds.READ_CHANGE_FEED,
                DeltaFeeds.STARTING_VERSION,
                DeltaFeeds.STARTING_TIMESTAMP,
                DeltaFeeds.SKIP_CHANGE_COMMITS,
                ChangeFeeds.PRIMARY_KEY,
                UNPAIRED_UPDATE_BEFORE,
                "monitor_interval",
                VERSION_FROM),
            List.of(),
            null,
            DeltaFeeds.ALIASES));
    BY_NAME.put(
        SQL,
        new SourceType(
            SQL, Set.of(), ordered(QUERY, DEFINITION, UNPAIRED_UPDATE_BEFORE), List.of()));
    BY_NAME.put(
        SUPPLIER,
        new SourceType(
            SUPPLIER,
            Set.of(VERSION_FROM, VERSION_TYPE),
            ordered("monitor_interval", VERSION_FROM, VERSION_TYPE),
            List.of()));
    BY_NAME.put(STREAM, new SourceType(STREAM, Set.of(), Set.of(), List.of()));
  }

  private SourceTypes() {}

  /** The type of a name or alias ({@code cloudfiles} is {@code files}). */
  public static Optional<SourceType> find(String name) {
    return Optional.ofNullable(BY_NAME.get(name));
  }

  /** The canonical name of a type that may go by an alias; an unknown one as it stands. */
  public static String canonical(String name) {
    return find(name).map(SourceType::name).orElse(name);
  }

  /** The type that reads a table of which nobody says more than its name. */
  public static String ofTable(String name) {
    boolean ofDelta =
        name.startsWith(TableName.DELTA_CATALOG + ".") && name.indexOf('.') < name.lastIndexOf('.');
    return ofDelta ? DELTA : PAIMON;
  }

  /** The names that a file can give; programs know more. */
  public static Collection<String> names() {
    return BY_NAME.keySet().stream().filter(name -> !OF_PROGRAMS.contains(name)).toList();
  }

  private static Set<String> optionsOfFiles() {
    Set<String> options =
        ordered(
            "path",
            "format",
            "header",
            "delimiter",
            "quote",
            "escape",
            "null_literal",
            FileOptions.PARTITION_COLUMNS,
            FileOptions.INFER_COLUMN_TYPES,
            "monitor_interval",
            VERSION_FROM,
            VERSION_TYPE,
            VERSION_PATTERN);
    options.addAll(ChangeFeeds.OPTIONS.keySet());
    return options;
  }

  private static Set<String> optionsOfKafka() {
    Set<String> options =
        ordered(
            KafkaOptions.BOOTSTRAP_SERVERS,
            KafkaOptions.TOPICS,
            KafkaOptions.TOPIC_PATTERN,
            "format",
            KafkaOptions.STARTING_OFFSETS,
            KafkaOptions.GROUP_ID,
            KafkaOptions.FAIL_ON_DATA_LOSS);
    options.addAll(ChangeFeeds.OPTIONS.keySet());
    return options;
  }

  private static Set<String> ordered(String... names) {
    return new LinkedHashSet<>(List.of(names));
  }
}
