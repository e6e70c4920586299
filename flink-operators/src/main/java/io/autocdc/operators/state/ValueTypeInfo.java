// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.operators.state;

import org.apache.flink.api.common.ExecutionConfig;
import org.apache.flink.api.common.serialization.SerializerConfig;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeutils.TypeSerializer;

/** Type of values that one serializer writes. */
public final class ValueTypeInfo<T> extends TypeInformation<T> {

  private final Class<T> type;
  private final TypeSerializer<T> serializer;

  public ValueTypeInfo(Class<T> type, TypeSerializer<T> serializer) {
    this.type = type;
    this.serializer = serializer;
  }

  @Override
  public TypeSerializer<T> createSerializer(SerializerConfig config) {
    return serializer.duplicate();
  }

  @Override
  @SuppressWarnings("deprecation")
  public TypeSerializer<T> createSerializer(ExecutionConfig config) {
    return serializer.duplicate();
  }

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
  public Class<T> getTypeClass() {
    return type;
  }

  @Override
  public boolean isKeyType() {
    return false;
  }

  @Override
  public String toString() {
    return type.getSimpleName();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof ValueTypeInfo<?> that
        && type.equals(that.type)
        && serializer.equals(that.serializer);
  }

  @Override
  public int hashCode() {
    return type.hashCode();
  }

  @Override
  public boolean canEqual(Object other) {
    return other instanceof ValueTypeInfo;
  }
}
