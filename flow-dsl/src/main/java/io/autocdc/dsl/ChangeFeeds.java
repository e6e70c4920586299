// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.dsl;

import io.autocdc.dsl.type.Column;
import io.autocdc.dsl.type.TableSchema;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.flink.table.types.logical.ArrayType;
import org.apache.flink.table.types.logical.BigIntType;
import org.apache.flink.table.types.logical.BooleanType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.LogicalTypeFamily;
import org.apache.flink.table.types.logical.VarCharType;

/**
 * Sources whose rows are changes that say so themselves: beside the columns of the table they have
 * control columns, by which flows recognise deletes, truncates and values that are not given
 * (semantics.md, section 12).
 */
public final class ChangeFeeds {

  /** A format of files and topics. */
  public static final String DEBEZIUM_JSON = "debezium-json";

  /** Option with the columns that identify a row of the table, with commas between them. */
  public static final String PRIMARY_KEY = "primary_key";

  /** Option with the kind of the database that the feed comes from. */
  public static final String DATABASE = "database";

  public static final String POSTGRES = "postgres";
  public static final String MYSQL = "mysql";

  public static final String DECIMAL_HANDLING_MODE = "decimal_handling_mode";
  public static final String TIME_PRECISION_MODE = "time_precision_mode";
  public static final String BINARY_HANDLING_MODE = "binary_handling_mode";

  /** Option with the zone in which wall clock times of the database hold. */
  public static final String SERVER_TIME_ZONE = "server_time_zone";

  /** Option with what stands for a value that a change does not give. */
  public static final String UNAVAILABLE_VALUE_PLACEHOLDER = "unavailable_value_placeholder";

  public static final String DEFAULT_PLACEHOLDER = "__debezium_unavailable_value";

  /** Option that says what a record without a value means. */
  public static final String TOMBSTONES = "tombstones";

  /** The options of a feed, and the values that they can have; none if many. */
  public static final Map<String, List<String>> OPTIONS;

  /** What happened: {@code c}, {@code r}, {@code u}, {@code d} or {@code t}. */
  public static final String OP = "__op";

  public static final String TS_MS = "__ts_ms";
  public static final String SOURCE_TS_MS = "__source_ts_ms";
  public static final String SOURCE_LSN = "__source_lsn";
  public static final String SOURCE_POS = "__source_pos";
  public static final String SNAPSHOT = "__snapshot";

  /** The columns whose values a change does not give; null for none. */
  public static final String UNAVAILABLE = "__unavailable";

  /** The control columns, in order. */
  public static final List<Column> COLUMNS;

  public static final int OP_INDEX = 0;
  public static final int TS_MS_INDEX = 1;
  public static final int SOURCE_TS_MS_INDEX = 2;
  public static final int SOURCE_LSN_INDEX = 3;
  public static final int SOURCE_POS_INDEX = 4;
  public static final int SNAPSHOT_INDEX = 5;
  public static final int UNAVAILABLE_INDEX = 6;

  /** Values of {@link #OP}. */
  public static final String DELETE = "d";

  public static final String TRUNCATE = "t";

  static {
    LogicalType text = new VarCharType(VarCharType.MAX_LENGTH);
    COLUMNS =
        List.of(
            Column.metadata(OP, text),
            Column.metadata(TS_MS, new BigIntType()),
            Column.metadata(SOURCE_TS_MS, new BigIntType()),
            Column.metadata(SOURCE_LSN, new BigIntType()),
            Column.metadata(SOURCE_POS, text),
            Column.metadata(SNAPSHOT, new BooleanType()),
            Column.metadata(UNAVAILABLE, new ArrayType(text)));
    Map<String, List<String>> options = new LinkedHashMap<>();
    options.put(PRIMARY_KEY, List.of());
    options.put(DATABASE, List.of(POSTGRES, MYSQL));
    options.put(DECIMAL_HANDLING_MODE, List.of("string", "double", "precise"));
    options.put(
        TIME_PRECISION_MODE,
        List.of(
            "adaptive", "adaptive_time_microseconds", "connect", "microseconds", "nanoseconds"));
    options.put(BINARY_HANDLING_MODE, List.of("bytes", "base64", "base64-url-safe", "hex"));
    options.put(SERVER_TIME_ZONE, List.of());
    options.put(UNAVAILABLE_VALUE_PLACEHOLDER, List.of());
    options.put(TOMBSTONES, List.of("skip", "delete"));
    OPTIONS = Collections.unmodifiableMap(options);
  }

  private ChangeFeeds() {}

  /** True if the rows of a source are changes. */
  public static boolean isFeed(Source source) {
    return DatabaseOptions.isDatabase(source.type())
        || DEBEZIUM_JSON.equals(source.options().get("format"));
  }

  /** True if a feed comes from MySQL or what speaks like it. */
  public static boolean isMySql(Source source) {
    return DatabaseOptions.isDatabase(source.type())
        ? source.type().equals(SourceTypes.MYSQL_CDC)
        : MYSQL.equals(source.options().get(DATABASE));
  }

  /** The columns that identify a row, as far as a source itself says; else empty. */
  public static List<String> primaryKey(Source source) {
    return names(source.options().get(PRIMARY_KEY));
  }

  /** Names with commas between them; none of null. */
  public static List<String> names(String list) {
    return list == null
        ? List.of()
        : Arrays.stream(list.split(",", -1)).map(String::strip).toList();
  }

  /** The control column that orders the changes of a key. */
  public static String sequence(Source source) {
    return isMySql(source) ? SOURCE_POS : SOURCE_LSN;
  }

  /** Where rows say which columns they do not give; -1 if they do not. */
  public static int unavailable(TableSchema rows) {
    Optional<LogicalType> type = rows.find(UNAVAILABLE).filter(Column::metadata).map(Column::type);
    return type.isPresent()
            && type.get() instanceof ArrayType array
            && array.getElementType().is(LogicalTypeFamily.CHARACTER_STRING)
        ? rows.indexOf(UNAVAILABLE)
        : -1;
  }
}
