// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.compile;

import io.autocdc.dsl.TableName;
import io.autocdc.dsl.problem.ErrorCode;
import io.autocdc.dsl.problem.Problems;
import io.autocdc.operators.QuarantineRows;
import io.autocdc.spi.TableCatalog;
import io.autocdc.spi.TableCatalog.TableDescription;
import java.util.Optional;

/** Removes targets of a pipeline, and nothing that is another's. */
public final class TargetRemoval {

  private final String pipeline;
  private final Catalogs catalogs;

  public TargetRemoval(String pipeline, Catalogs catalogs) {
    this.pipeline = pipeline;
    this.catalogs = catalogs;
  }

  /**
   * Checks that a target and its quarantine table may be removed.
   *
   * @param problems takes TARGET_NOT_OURS or TARGET_OWNED
   */
  public void check(TableName target, Problems problems) {
    Optional<TableDescription> existing = catalogs.of(target).describe(target);
    if (existing.isPresent()) {
      TargetDeclaration.checkOwner(pipeline, target, existing.get(), problems);
    }
    TableName quarantine = target.quarantine();
    boolean another =
        catalogs
            .of(quarantine)
            .describe(quarantine)
            .filter(table -> !table.schema().names().equals(QuarantineRows.SCHEMA.names()))
            .isPresent();
    if (another) {
      problems.error(
          null,
          ErrorCode.TARGET_NOT_OURS,
          "table " + quarantine + " has not the columns of a quarantine table",
          "that is what the quarantine table of " + target + " is called",
          "rename one of them, or drop the table");
    }
  }

  /**
   * Removes a target with its quarantine table. The target goes first: if the process ends between
   * the two, the next run fills the target anew, and another removal takes the rest.
   */
  public void remove(TableName target) {
    TableCatalog catalog = catalogs.of(target);
    catalog.drop(target);
    catalog.drop(target.quarantine());
  }
}
