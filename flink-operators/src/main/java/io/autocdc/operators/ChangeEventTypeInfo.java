// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.operators;

import java.util.Objects;
import org.apache.flink.api.common.ExecutionConfig;
import org.apache.flink.api.common.serialization.SerializerConfig;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeutils.TypeSerializer;

/** Type of the stream of changes between projection and merge. */
public final class ChangeEventTypeInfo extends TypeInformation<ChangeEvent> {

  private final int keyArity;
  private final int rowArity;
  private final boolean bitemporal;

  /**
   * @param bitemporal true if changes say when they became known
   */
  public ChangeEventTypeInfo(int keyArity, int rowArity, boolean bitemporal) {
    this.keyArity = keyArity;
    this.rowArity = rowArity;
    this.bitemporal = bitemporal;
  }

  @Override
  public TypeSerializer<ChangeEvent> createSerializer(SerializerConfig config) {
    return new ChangeEventSerializer(keyArity, rowArity, bitemporal);
  }

  @Override
  @SuppressWarnings("deprecation")
  public TypeSerializer<ChangeEvent> createSerializer(ExecutionConfig config) {
    return new ChangeEventSerializer(keyArity, rowArity, bitemporal);
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
  public Class<ChangeEvent> getTypeClass() {
    return ChangeEvent.class;
  }

  @Override
  public boolean isKeyType() {
    return false;
  }

  @Override
  public String toString() {
    return "ChangeEvent(" + keyArity + ", " + rowArity + (bitemporal ? ", bitemporal)" : ")");
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof ChangeEventTypeInfo that
        && keyArity == that.keyArity
        && rowArity == that.rowArity
        && bitemporal == that.bitemporal;
  }

  @Override
  public int hashCode() {
    return Objects.hash(keyArity, rowArity, bitemporal);
  }

  @Override
  public boolean canEqual(Object other) {
    return other instanceof ChangeEventTypeInfo;
  }
}
