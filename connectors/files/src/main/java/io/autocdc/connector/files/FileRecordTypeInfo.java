// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.files;

import org.apache.flink.api.common.ExecutionConfig;
import org.apache.flink.api.common.serialization.SerializerConfig;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeutils.TypeSerializer;

/** The type of {@link FileRecord}, so that no generic serializer is needed. */
final class FileRecordTypeInfo extends TypeInformation<FileRecord> {

  private static final long serialVersionUID = 1L;

  @Override
  public boolean isBasicType() {
    return false;
  }

  @Override
  public boolean isTupleType() {
    return false;
  }

  @Override
  public int getArity() {
    return 1;
  }

  @Override
  public int getTotalFields() {
    return 1;
  }

  @Override
  public Class<FileRecord> getTypeClass() {
    return FileRecord.class;
  }

  @Override
  public boolean isKeyType() {
    return false;
  }

  @Override
  public TypeSerializer<FileRecord> createSerializer(SerializerConfig config) {
    return FileRecordSerializer.INSTANCE;
  }

  @Deprecated
  @Override
  public TypeSerializer<FileRecord> createSerializer(ExecutionConfig config) {
    return FileRecordSerializer.INSTANCE;
  }

  @Override
  public String toString() {
    return "FileRecord";
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof FileRecordTypeInfo;
  }

  @Override
  public int hashCode() {
    return FileRecordTypeInfo.class.hashCode();
  }

  @Override
  public boolean canEqual(Object other) {
    return other instanceof FileRecordTypeInfo;
  }
}
