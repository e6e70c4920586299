// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.dsl;

/**
 * Sources that are tables of databases, with their changes. {@link DatabaseOptions} has the
 * options, {@link ChangeFeeds} the columns that are added. Without a schema and a primary key,
 * those of the table are taken.
 */
public final class Databases {

  private Databases() {}

  /**
   * A table of Postgres.
   *
   * @param table {@code schema.table}, or a table of the schema public
   */
  public static SourceSpec postgres(String table) {
    return of(SourceTypes.POSTGRES_CDC, table);
  }

  /**
   * A table of MySQL or MariaDB.
   *
   * @param table its name in the database
   */
  public static SourceSpec mysql(String table) {
    return of(SourceTypes.MYSQL_CDC, table);
  }

  private static SourceSpec of(String type, String table) {
    return new SourceSpec(type).option(SourceTypes.TABLE, table);
  }
}
