// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.operators.row;

import java.io.Serializable;
import java.util.List;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.logical.LogicalType;

/**
 * The one form of equal values of an orderable type, for places where bytes stand for values: all
 * NaN are one, -0.0 is 0.0, and rows, whoever made them, are made anew of their fields.
 */
@FunctionalInterface
public interface CanonicalForm extends Serializable {

  /**
   * @param value in Flink's internal form; may be null, which gives null
   */
  Object of(Object value);

  static CanonicalForm ofType(LogicalType type) {
    return switch (type.getTypeRoot()) {
      case FLOAT -> value -> value instanceof Float number ? canonical(number) : null;
      case DOUBLE -> value -> value instanceof Double number ? canonical(number) : null;
      case ROW -> ofRow(type.getChildren());
      default -> value -> value;
    };
  }

  private static CanonicalForm ofRow(List<LogicalType> fields) {
    RowData.FieldGetter[] getters = new RowData.FieldGetter[fields.size()];
    CanonicalForm[] forms = new CanonicalForm[fields.size()];
    for (int i = 0; i < forms.length; i++) {
      getters[i] = RowData.createFieldGetter(fields.get(i), i);
      forms[i] = ofType(fields.get(i));
    }
    return value -> value == null ? null : canonical((RowData) value, getters, forms);
  }

  private static RowData canonical(
      RowData row, RowData.FieldGetter[] getters, CanonicalForm[] forms) {
    GenericRowData anew = new GenericRowData(forms.length);
    for (int i = 0; i < forms.length; i++) {
      anew.setField(i, forms[i].of(getters[i].getFieldOrNull(row)));
    }
    return anew;
  }

  /** Adding zero turns -0.0 into 0.0, but leaves the bits of a NaN as they are. */
  private static Float canonical(float number) {
    return Float.isNaN(number) ? Float.NaN : number + 0.0f;
  }

  private static Double canonical(double number) {
    return Double.isNaN(number) ? Double.NaN : number + 0.0;
  }
}
