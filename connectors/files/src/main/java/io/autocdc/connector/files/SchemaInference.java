// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.files;

import io.autocdc.connector.files.typed.TypedFile;
import io.autocdc.connector.files.typed.TypedFormat;
import io.autocdc.dsl.FileOptions;
import io.autocdc.dsl.Source;
import io.autocdc.dsl.problem.AutoCdcException;
import io.autocdc.dsl.problem.ErrorCode;
import io.autocdc.dsl.problem.Problem;
import io.autocdc.dsl.type.TableSchema;
import java.io.IOException;
import java.io.InputStream;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.flink.api.common.io.compression.InflaterInputStreamFactory;
import org.apache.flink.connector.file.src.compression.StandardDeCompressors;
import org.apache.flink.core.fs.FSDataInputStream;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.LogicalTypeRoot;
import org.apache.flink.table.types.logical.RowType;

/**
 * Finds the columns of a source in a sample of its files. The same files give the same columns, in
 * the order in which they first appear. What cannot be read tells nothing: it becomes invalid rows.
 */
final class SchemaInference {

  private final Source source;
  private final FilesOptions options;

  SchemaInference(Source source, FilesOptions options) {
    this.source = source;
    this.options = options;
  }

  /**
   * @throws AutoCdcException MISSING_SCHEMA if the files do not tell; FILE_NOT_FOUND
   */
  TableSchema infer(FileScan scan) {
    List<FoundFile> files;
    try {
      files = scan.list();
    } catch (IOException e) {
      throw problem(ErrorCode.FILE_NOT_FOUND, String.valueOf(e.getMessage()), "make it readable");
    }
    RowType columns;
    try {
      columns = columns(files);
    } catch (TypeUnion.ConflictException e) {
      throw problem(
          ErrorCode.MISSING_SCHEMA,
          "its files do not agree on the column " + e.getMessage(),
          "declare the schema; rows of other types are invalid then");
    }
    if (columns.getFieldCount() == 0) {
      throw problem(
          ErrorCode.MISSING_SCHEMA,
          files.isEmpty()
              ? "none is declared, and there is no file yet that could tell it"
              : "none is declared, and none of the files that were looked at tells it",
          "declare it: schema: \"id BIGINT, name STRING\"");
    }
    return TableSchema.of(withFolders(columns, files));
  }

  private RowType columns(List<FoundFile> files) {
    List<FoundFile> sample = FileSample.of(files);
    Optional<TypedFormat> typed = options.typedFormat();
    if (typed.isPresent()) {
      return columns(sample, typed.get());
    }
    TextColumns columns = options.textColumns();
    long bytes = FileSample.bytesOfEach(sample);
    for (FoundFile file : sample) {
      look(file, bytes, columns);
    }
    return columns.found();
  }

  private static RowType columns(List<FoundFile> sample, TypedFormat format) {
    TypeUnion union = new TypeUnion(false);
    RowType columns = new RowType(List.of());
    for (FoundFile file : sample) {
      Optional<RowType> type = type(file, format);
      if (type.isPresent()) {
        columns = union.ofRows(columns, type.get());
      }
    }
    return columns;
  }

  private static Optional<RowType> type(FoundFile file, TypedFormat format) {
    try (FSDataInputStream in = file.path().getFileSystem().open(file.path());
        TypedFile opened = format.open(in, file.stamp().length(), column -> true)) {
      return Optional.of(opened.type());
    } catch (IOException | RuntimeException | LinkageError e) {
      return Optional.empty();
    }
  }

  private static void look(FoundFile file, long bytes, TextColumns columns) {
    FileOrigin origin = new FileOrigin(file.name(), file.stamp().modificationTime(), null);
    columns.startFile();
    try (InputStream in = open(file)) {
      TextFormat.RecordReader records = columns.format().reader(in, origin);
      long read = 0;
      FileRecord record;
      while (read < bytes && (record = records.next()) != null) {
        read += record.text().length;
        if (record.problem() == null) {
          columns.add(record.text());
        }
      }
    } catch (IOException e) {
      // What was read of it counts.
    }
  }

  private static InputStream open(FoundFile file) throws IOException {
    FSDataInputStream in = file.path().getFileSystem().open(file.path());
    InflaterInputStreamFactory<?> packing =
        StandardDeCompressors.getDecompressorForFileName(file.path().getName());
    return packing == null ? in : packing.create(in);
  }

  /** Columns of folders stand where records have them, else last. */
  private RowType withFolders(RowType columns, List<FoundFile> files) {
    Map<String, LogicalType> types = new LinkedHashMap<>();
    columns.getFields().forEach(field -> types.put(field.getName(), field.getType()));
    for (String column : FileOptions.partitionColumns(source)) {
      types.put(column, typeOfFolders(column, files));
    }
    return new RowType(
        types.entrySet().stream()
            .map(e -> new RowType.RowField(e.getKey(), e.getValue()))
            .toList());
  }

  private LogicalType typeOfFolders(String column, List<FoundFile> files) {
    TextTypes types = new TextTypes();
    boolean numbers =
        FileOptions.infersColumnTypes(source)
            && files.stream()
                .flatMap(file -> PartitionFolder.find(file.name(), column).stream())
                .filter(folder -> folder.value() != null)
                .map(folder -> types.ofCell(folder.value()))
                .reduce(new TypeUnion(true)::of)
                .filter(type -> type.is(LogicalTypeRoot.BIGINT))
                .isPresent();
    return numbers ? TextTypes.BIGINT : TypeUnion.TEXT;
  }

  private AutoCdcException problem(ErrorCode code, String why, String remedy) {
    return new AutoCdcException(
        Problem.error(null, code, "source '" + source.name() + "' has no schema", why, remedy));
  }
}
