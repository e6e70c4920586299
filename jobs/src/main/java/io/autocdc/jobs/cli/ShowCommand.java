// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.cli;

import io.autocdc.dsl.TableName;
import io.autocdc.jobs.compile.Catalogs;
import io.autocdc.jobs.show.AsOf;
import io.autocdc.jobs.show.RowPrinter;
import io.autocdc.jobs.show.TableReader;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code show}: prints the visible rows of a table. */
@Command(
    name = "show",
    description = "Print the rows of a table, sorted by key and start of validity.",
    sortOptions = false)
final class ShowCommand implements Callable<Integer> {

  /** Forms of the output. */
  enum Format {
    TABLE,
    JSON;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  private final Console console;

  @Parameters(
      paramLabel = "TABLE",
      description = "catalog.schema.table, schema.table, or table if there is only one.")
  private String table;

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      description = "table (default), or json: one object a line.")
  private Format format = Format.TABLE;

  @Option(
      names = "--where",
      paramLabel = "SQL",
      description = "Condition of Flink SQL over the columns, such as \"__END_AT IS NULL\".")
  private String where;

  @Option(
      names = "--as-of",
      paramLabel = "SEQ",
      description =
          "Rows of a history whose interval contains that sequence; a sequence of several columns is"
              + " a JSON object.")
  private String asOf;

  @Option(
      names = "--system-as-of",
      paramLabel = "SEQ",
      description = "Rows of a bitemporal table that were believed at that system sequence.")
  private String systemAsOf;

  @Option(names = "--limit", paramLabel = "N", description = "The most rows to print.")
  private Integer limit;

  @Mixin private CommonOptions options;
  @Mixin private HelpOptions help;
  @Spec private CommandSpec spec;

  ShowCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    if (limit != null && limit < 0) {
      throw new ParameterException(spec.commandLine(), "--limit must not be negative: " + limit);
    }
    TableLocator.Found found = new TableLocator(options, console).find(table);
    TableName name = found.name();
    if (!found.obvious()) {
      console.err().println("reading " + found.warehouse() + " (the warehouse of a recent run)");
    }
    try (Catalogs catalogs = new Catalogs(found.catalogs())) {
      TableReader.Rows rows =
          TableReader.read(
              catalogs.of(name),
              name,
              found.description(),
              AsOf.of(found.description(), asOf, systemAsOf),
              where,
              limit);
      if (format == Format.JSON) {
        RowPrinter.printJson(rows, console.out());
      } else {
        RowPrinter.printTable(rows, console.out(), console.width());
      }
    }
    return ExitCodes.FINE;
  }
}
