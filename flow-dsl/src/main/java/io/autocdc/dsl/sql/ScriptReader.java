// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.dsl.sql;

import io.autocdc.dsl.TableName;
import io.autocdc.dsl.problem.ErrorCode;
import io.autocdc.dsl.problem.Problems;
import io.autocdc.dsl.read.PipelineAssembly;
import io.autocdc.dsl.read.Text;
import io.autocdc.dsl.read.Tokens;
import io.autocdc.dsl.sql.grammar.SqlScriptLexer;
import io.autocdc.dsl.sql.grammar.SqlScriptParser.SetOptionContext;
import io.autocdc.dsl.sql.grammar.SqlScriptParser.StatementContext;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Reads SQL scripts: Lakeflow's statements for streaming tables and flows, and statements of Flink
 * SQL, of which those are handed to Flink as they stand that mean nothing here.
 */
public final class ScriptReader {

  /** The option that names the pipeline of a script. */
  static final String PIPELINE_NAME = "pipeline.name";

  private static final Set<Integer> QUERY_WORDS =
      Set.of(SqlScriptLexer.SELECT, SqlScriptLexer.WITH, SqlScriptLexer.LPAREN);

  private final Map<String, PipelineAssembly> pipelines;
  private final Tokens tokens;
  private final Problems problems;
  private final Map<String, Text> flinkOptions = new LinkedHashMap<>();

  /**
   * @param pipelines the pipelines so far, by name
   * @param tokens replaces tokens
   * @param problems takes what is wrong with files as a whole
   */
  public ScriptReader(Map<String, PipelineAssembly> pipelines, Tokens tokens, Problems problems) {
    this.pipelines = pipelines;
    this.tokens = tokens;
    this.problems = problems;
  }

  /** Options of Flink that scripts have set, by name. */
  public Map<String, String> flinkOptions() {
    Map<String, String> values = new LinkedHashMap<>();
    flinkOptions.forEach((key, value) -> values.put(key, value.value()));
    return values;
  }

  /**
   * Reads a script.
   *
   * @param file the file as the user would type it
   * @param text its content
   * @param defaultName name of the pipeline, unless the script sets one
   * @param isScript true if the file must be a script; else one that has nothing but a query is
   *     left out with a warning
   */
  public void read(String file, String text, String defaultName, boolean isScript) {
    Script script = Script.of(file, text, tokens, problems).orElse(null);
    if (script == null) {
      return;
    }
    List<Statement> statements = Statement.split(script, problems);
    if (!isScript && isQuery(statements)) {
      problems.warning(
          statements.get(0).location(),
          ErrorCode.NO_EFFECT,
          "the file is a query that nothing reads",
          "a script declares sources, views, tables and flows",
          "name it under sql_path of a transform, or remove it");
      return;
    }
    Map<Statement, StatementContext> parsed = new LinkedHashMap<>();
    Map<Statement, FlinkStatements.Kind> ofFlink = new LinkedHashMap<>();
    Problems ofStatements = new Problems();
    for (Statement statement : statements) {
      Optional<FlinkStatements.Kind> kind = FlinkStatements.kindOf(statement.tokens());
      if (kind.isPresent()) {
        ofFlink.put(statement, kind.get());
      } else if (StatementKinds.isKnown(statement, ofStatements)) {
        parsed.put(statement, new WordParser(statement, ofStatements).parse());
      }
    }
    String name = readSettings(parsed, defaultName, ofStatements);
    if (parsed.isEmpty() && ofFlink.isEmpty() && ofStatements.size() == 0) {
      return;
    }
    PipelineAssembly assembly = pipelines.computeIfAbsent(name, PipelineAssembly::new);
    assembly.builder().problems().addAll(ofStatements.list());
    Set<TableName> tables = new HashSet<>();
    for (Statement statement : statements) {
      if (ofFlink.containsKey(statement)) {
        new FlinkStatementReader(statement, assembly).read(ofFlink.get(statement));
      } else if (parsed.containsKey(statement)) {
        read(statement, parsed.get(statement), assembly, tables);
      }
    }
  }

  private static boolean isQuery(List<Statement> statements) {
    return !statements.isEmpty()
        && statements.stream().allMatch(statement -> QUERY_WORDS.contains(statement.type(0)));
  }

  /** Reads options, and gives the name of the pipeline. */
  private String readSettings(
      Map<Statement, StatementContext> parsed, String defaultName, Problems found) {
    String name = defaultName;
    Set<String> seen = new HashSet<>();
    for (Map.Entry<Statement, StatementContext> entry : parsed.entrySet()) {
      SetOptionContext option = entry.getValue().setOption();
      if (option == null || entry.getValue().exception != null) {
        continue;
      }
      Words words = new Words(entry.getKey(), found);
      Text key = words.string(option.key);
      Text value = words.string(option.value);
      if (!seen.add(key.value())) {
        found.error(
            key.location(),
            ErrorCode.DUPLICATE_KEY,
            "'" + key.value() + "' is set twice",
            "an option has one value",
            "keep one of them");
      } else if (key.value().equals(PIPELINE_NAME) && value.value().isBlank()) {
        found.error(
            value.location(),
            ErrorCode.INVALID_VALUE,
            "the pipeline has an empty name",
            "tables and state belong to it",
            "give it a name");
      } else if (key.value().equals(PIPELINE_NAME)) {
        name = value.value();
      } else {
        setFlinkOption(key, value, found);
      }
    }
    return name;
  }

  private void setFlinkOption(Text key, Text value, Problems found) {
    Text before = flinkOptions.putIfAbsent(key.value(), value);
    if (before != null && !before.value().equals(value.value())) {
      found.error(
          key.location(),
          ErrorCode.CONFLICTING_OPTIONS,
          "'"
              + key.value()
              + "' is set to '"
              + value.value()
              + "', and in another script to '"
              + before.value()
              + "'",
          "options of Flink are those of the whole project",
          "keep one of them");
    }
  }

  private static void read(
      Statement statement,
      StatementContext context,
      PipelineAssembly assembly,
      Set<TableName> tables) {
    if (context.streamingTable() != null) {
      new StreamingTableReader(statement, assembly, tables).read(context.streamingTable());
    } else if (context.view() != null) {
      new ViewReader(statement, assembly).read(context.view());
    } else if (context.sourceTable() != null) {
      new SourceTableReader(statement, assembly).read(context.sourceTable());
    } else if (context.exception == null && context.createFlow() != null) {
      new FlowReader(statement, assembly).read(context.createFlow());
    } else if (context.exception == null && context.autoCdc() != null) {
      new FlowReader(statement, assembly).readAutoCdc(null, context.autoCdc());
    }
  }
}
