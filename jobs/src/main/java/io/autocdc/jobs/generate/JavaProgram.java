// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.generate;

import io.autocdc.dsl.Environment;
import io.autocdc.dsl.Pipeline;
import io.autocdc.dsl.java.JavaText;
import io.autocdc.dsl.java.JavaWriter;
import io.autocdc.dsl.read.References;
import io.autocdc.dsl.yaml.CatalogSettings;
import io.autocdc.dsl.yaml.ProjectFile;
import io.autocdc.jobs.cli.PipelineProgram;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Writes a pipeline as a class that declares it and runs it. */
final class JavaProgram {

  private static final int SETTING = 8;

  private final String name;
  private final JavaWriter.Declaration declaration;
  private final Set<String> imports;
  private final Set<String> secrets;
  private final List<String> settings = new ArrayList<>();

  private JavaProgram(String name, Pipeline pipeline) {
    this.name = name;
    this.declaration = JavaWriter.write(pipeline);
    this.imports = new TreeSet<>(declaration.imports());
    this.secrets = new TreeSet<>(declaration.secrets());
    imports.add(Pipeline.class.getName());
    imports.add(PipelineProgram.class.getName());
  }

  /**
   * The class, without a comment in front.
   *
   * @param name its name
   */
  static String write(String name, Pipeline pipeline, ProjectFile settings) {
    JavaProgram program = new JavaProgram(name, pipeline);
    program.addSettings(settings);
    return program.text();
  }

  private void addSettings(ProjectFile project) {
    if (project.warehouse() != null) {
      add("warehouse", text(project.warehouse()));
    }
    project.catalogs().forEach(this::addCatalog);
    if (!project.eventLog()) {
      add("eventLog", "false");
    }
    project.flink().forEach((key, value) -> add("flink", text(key) + ", " + text(value)));
    if (!secrets.isEmpty()) {
      imports.add(List.class.getName());
      String values = secrets.stream().map(JavaText::variable).collect(Collectors.joining(", "));
      add("secrets", "List.of(" + values + ")");
    }
  }

  private void addCatalog(String catalog, CatalogSettings declared) {
    imports.add(Map.class.getName());
    String options =
        new TreeMap<>(declared.options())
            .entrySet().stream()
                .map(option -> entry(option.getKey(), option.getValue()))
                .collect(Collectors.joining(", ", "Map.ofEntries(", ")"));
    String warehouse = declared.warehouse() == null ? "null" : text(declared.warehouse());
    add(
        "catalog",
        text(catalog)
            + ", "
            + text(declared.type())
            + ", "
            + warehouse
            + ", "
            + (declared.options().isEmpty() ? "Map.of()" : options));
  }

  private String entry(String key, String value) {
    return "Map.entry(" + text(key) + ", " + text(value) + ")";
  }

  private void add(String method, String arguments) {
    settings.add("." + method + "(" + arguments + ")");
  }

  private String text(String text) {
    if (References.isIn(text)) {
      imports.add(Environment.class.getName());
      secrets.addAll(References.secretVariables(text));
    }
    return JavaText.expression(text, SETTING + 4);
  }

  private String text() {
    String lineBreak = "\n" + " ".repeat(SETTING);
    return imports.stream().map(i -> "import " + i + ";\n").collect(Collectors.joining())
        + "\npublic final class "
        + name
        + " {\n\n  private "
        + name
        + "() {}\n\n  public static Pipeline pipeline() {\n    return "
        + declaration.builder()
        + lineBreak
        + ".build();\n  }\n\n  public static void main(String[] args) {\n"
        + "    PipelineProgram.main(args, program -> program"
        + lineBreak
        + ".pipeline(pipeline())"
        + settings.stream().map(setting -> lineBreak + setting).collect(Collectors.joining())
        + ");\n  }\n}\n";
  }
}
