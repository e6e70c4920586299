// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.catalog;

import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import org.apache.flink.table.annotation.ArgumentHint;
import org.apache.flink.table.procedures.Procedure;

/** The procedures of the catalog. */
public enum Procedures {
  CREATE_AUTO_CDC_FLOW("starts a flow of changes", CreateAutoCdcFlow.class, CreateAutoCdcFlow::new),
  CREATE_AUTO_CDC_FROM_SNAPSHOT_FLOW(
      "starts a flow of snapshots",
      CreateAutoCdcFromSnapshotFlow.class,
      CreateAutoCdcFromSnapshotFlow::new),
  VALIDATE_FLOW(
      "lists every problem of a flow, and starts nothing", ValidateFlow.class, ValidateFlow::new),
  DESCRIBE_FLOW(
      "shows parameters, target and columns of a flow, and starts nothing",
      DescribeFlow.class,
      DescribeFlow::new);

  private final String description;
  private final Class<? extends FlowProcedure> implementation;
  private final Function<AutoCdcCatalog, Procedure> constructor;

  Procedures(
      String description,
      Class<? extends FlowProcedure> implementation,
      Function<AutoCdcCatalog, Procedure> constructor) {
    this.description = description;
    this.implementation = implementation;
    this.constructor = constructor;
  }

  /** The name of the procedure. */
  public String procedure() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** What it does. */
  public String description() {
    return description;
  }

  /** The names of its arguments, as declared. */
  public List<String> arguments() {
    List<String> arguments = new ArrayList<>();
    for (Method method : implementation.getMethods()) {
      for (Parameter parameter : method.getParameters()) {
        ArgumentHint hint = parameter.getAnnotation(ArgumentHint.class);
        if (hint != null) {
          arguments.add(hint.name());
        }
      }
    }
    return arguments;
  }

  static List<String> names() {
    return Arrays.stream(values()).map(Procedures::procedure).toList();
  }

  static Optional<Procedure> find(String name, AutoCdcCatalog catalog) {
    return Arrays.stream(values())
        .filter(procedure -> procedure.procedure().equals(name))
        .map(procedure -> procedure.constructor.apply(catalog))
        .findFirst();
  }
}
