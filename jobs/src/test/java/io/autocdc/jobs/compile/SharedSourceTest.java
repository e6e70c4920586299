// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.compile;

import static org.assertj.core.api.Assertions.assertThat;

import io.autocdc.dsl.Files;
import io.autocdc.dsl.Paimon;
import io.autocdc.dsl.Pipeline;
import io.autocdc.dsl.ScdType;
import io.autocdc.dsl.TableName;
import io.autocdc.dsl.VersionFrom;
import io.autocdc.jobs.compile.CompileOptions.CatalogOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SharedSourceTest {

  @TempDir private Path folder;

  @Test
  void aSourceIsReadOnceForAllFlowsThatNeedIt() throws IOException {
    java.nio.file.Files.createDirectories(folder.resolve("changes"));
    java.nio.file.Files.createDirectories(folder.resolve("snapshots"));
    Pipeline pipeline =
        Pipeline.named("p")
            .source("changes", Files.json("changes").schema("id BIGINT, seq BIGINT"))
            .source("snapshots", Files.json("snapshots").schema("id BIGINT"))
            .streamingTable("s.now", Paimon.table())
            .streamingTable("s.history", Paimon.table())
            .streamingTable("s.log", Paimon.table())
            .streamingTable("s.last", Paimon.table())
            .streamingTable("s.all", Paimon.table())
            .autoCdcFlow("s.now", flow -> flow.from("changes").keys("id").sequenceBy("seq"))
            .autoCdcFlow(
                "s.history",
                flow ->
                    flow.from("changes")
                        .keys("id")
                        .sequenceBy("seq")
                        .exceptColumns("seq")
                        .storedAsScdType(ScdType.TYPE_2))
            .appendFlow("s.log", flow -> flow.from("changes"))
            .autoCdcFromSnapshotFlow(
                "s.last",
                flow -> flow.from("snapshots").keys("id").versionFrom(VersionFrom.FILE_NAME))
            .autoCdcFromSnapshotFlow(
                "s.all", flow -> flow.from("snapshots").keys("id").storedAsScdType(ScdType.TYPE_2))
            .build();
    StreamExecutionEnvironment env =
        StreamExecutionEnvironment.getExecutionEnvironment(new Configuration());
    CatalogOptions paimon =
        new CatalogOptions(
            TableName.DEFAULT_CATALOG, folder.resolve("warehouse").toString(), Map.of());
    PipelineCompiler.compile(
        pipeline, env, new CompileOptions(folder, Map.of(TableName.DEFAULT_CATALOG, paimon), true));
    assertThat(env.getStreamGraph().getSourceIDs()).hasSize(2);
  }
}
