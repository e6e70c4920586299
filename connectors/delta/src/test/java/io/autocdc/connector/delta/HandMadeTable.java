// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.delta;

import io.autocdc.connector.delta.kernel.DeltaFolder;
import io.autocdc.connector.delta.kernel.DeltaLocation;
import io.autocdc.connector.delta.kernel.StagedFile;
import io.autocdc.dsl.type.TableSchema;
import io.autocdc.testing.TestRows;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.flink.table.data.conversion.RowRowConverter;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.types.Row;

/** A table whose log is written by hand, as other engines write theirs. */
final class HandMadeTable {

  static final String PLAIN = "{\"protocol\":{\"minReaderVersion\":1,\"minWriterVersion\":2}}";

  private final Path folder;
  private long next;

  HandMadeTable(Path folder) throws IOException {
    this.folder = folder;
    Files.createDirectories(folder.resolve("_delta_log"));
  }

  DeltaFolder open() {
    return new DeltaLocation("file:" + folder.toAbsolutePath(), Map.of()).open();
  }

  /** Commits actions, with what every commit says of itself. */
  HandMadeTable commit(String... actions) throws IOException {
    String info =
        "{\"commitInfo\":{\"timestamp\":%d,\"operation\":\"WRITE\",\"txnId\":\"t%d\"}}"
            .formatted(next, next);
    Files.write(log(next++), Stream.concat(Stream.of(info), Arrays.stream(actions)).toList());
    return this;
  }

  Path log(long version) {
    return folder.resolve("_delta_log").resolve("%020d.json".formatted(version));
  }

  Path folder() {
    return folder;
  }

  /** Writes a file that belongs to no version yet. */
  StagedFile file(String schema, Row... rows) throws IOException {
    RowType type = TableSchema.parse(schema).toRowType();
    RowRowConverter converter = TestRows.converter(type);
    List<StagedFile> files =
        open().write(type, Set.of(), Arrays.stream(rows).map(converter::toInternal).iterator());
    return files.get(0);
  }

  static String metadata(String id, String fields, String partition, String configuration) {
    String schema = "{\"type\":\"struct\",\"fields\":[" + fields + "]}";
    return """
        {"metaData":{"id":"%s","format":{"provider":"parquet","options":{}},"schemaString":"%s",\
        "partitionColumns":[%s],"configuration":{%s},"createdTime":1}}"""
        .formatted(id, schema.replace("\"", "\\\""), partition, configuration);
  }

  static String field(String name, String type) {
    return field(name, type, "");
  }

  static String field(String name, String type, String metadata) {
    return "{\"name\":\"%s\",\"type\":\"%s\",\"nullable\":true,\"metadata\":{%s}}"
        .formatted(name, type, metadata);
  }

  static String add(StagedFile file, String partition) {
    return """
        {"add":{"path":"%s","partitionValues":{%s},"size":%d,"modificationTime":1,"dataChange":true}}"""
        .formatted(file.path(), partition, file.size());
  }

  static String add(StagedFile file) {
    return add(file, "");
  }

  static String remove(StagedFile file) {
    return """
        {"remove":{"path":"%s","deletionTimestamp":1,"dataChange":true,"extendedFileMetadata":true,\
        "partitionValues":{},"size":%d}}"""
        .formatted(file.path(), file.size());
  }

  static String cdc(StagedFile file) {
    return """
        {"cdc":{"path":"%s","partitionValues":{},"size":%d,"dataChange":false}}"""
        .formatted(file.path(), file.size());
  }
}
