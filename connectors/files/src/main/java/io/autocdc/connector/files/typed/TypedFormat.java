// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.files.typed;

import java.io.IOException;
import java.util.function.Predicate;
import org.apache.flink.core.fs.FSDataInputStream;

/** The formats of files that say of what types their rows are. */
public enum TypedFormat {
  /** Object container files of Avro. */
  AVRO("Avro") {
    @Override
    public TypedFile open(FSDataInputStream in, long length, Predicate<String> columns)
        throws IOException {
      return new AvroFile(in, length, columns);
    }
  },
  PARQUET("Parquet") {
    @Override
    public TypedFile open(FSDataInputStream in, long length, Predicate<String> columns)
        throws IOException {
      return new ParquetFile(in, length, columns);
    }
  };

  private final String title;

  TypedFormat(String title) {
    this.title = title;
  }

  /** The name of the format, for people. */
  public String title() {
    return title;
  }

  /**
   * Opens a file.
   *
   * @param in the whole file; is closed with what is returned
   * @param length of the file in bytes
   * @param columns says of top-level columns whether they are asked for
   * @throws IOException if the file is broken, or cannot be read at the moment
   */
  public abstract TypedFile open(FSDataInputStream in, long length, Predicate<String> columns)
      throws IOException;
}
