// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.json;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.apache.flink.table.data.ArrayData;
import org.apache.flink.table.data.MapData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.logical.ArrayType;
import org.apache.flink.table.types.logical.IntType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.MapType;
import org.apache.flink.table.types.logical.MultisetType;
import org.apache.flink.table.types.logical.RowType;

class JsonRoundTripTest {

  @Property(tries = 2000)
  void whatIsWrittenReadsBackEqual(@ForAll long seed) throws Exception {
    RandomRows random = new RandomRows(seed);
    RowType type = random.rowType();
    JsonRowWriter writer = JsonRowWriter.of(type);
    JsonRowReader reader = JsonRowReader.of(type);
    for (int i = 0; i < 5; i++) {
      RowData row = random.row(type);
      String json = writer.write(row);
      assertThat(equal(type, row, reader.read(json))).as("%s %s", type, json).isTrue();
      assertThat(writer.write(reader.read(json.getBytes("UTF-8")))).isEqualTo(json);
    }
  }

  @Property(tries = 500)
  void valuesThatStandAloneReadBackEqual(@ForAll long seed) throws Exception {
    RandomRows random = new RandomRows(seed);
    RowType inner = random.rowType();
    Object row = CellReader.of(inner).read(JsonRowWriter.of(inner).write(random.row(inner)));
    String json = JsonRowWriter.of(inner).write((RowData) row);
    assertThat(equal(inner, row, JsonRowReader.of(inner).read(json))).isTrue();
  }

  private static boolean equal(LogicalType type, Object a, Object b) {
    if (a == null || b == null) {
      return a == b;
    }
    return switch (type.getTypeRoot()) {
      case BINARY, VARBINARY -> Arrays.equals((byte[]) a, (byte[]) b);
      case ROW -> equalRows((RowType) type, (RowData) a, (RowData) b);
      case ARRAY -> {
        LogicalType elementType = ((ArrayType) type).getElementType();
        yield equalLists(
            elementType, list(elementType, (ArrayData) a), list(elementType, (ArrayData) b));
      }
      case MAP -> equalMaps(((MapType) type).getKeyType(), ((MapType) type).getValueType(), a, b);
      case MULTISET -> equalMaps(((MultisetType) type).getElementType(), new IntType(), a, b);
      default -> a.equals(b);
    };
  }

  private static boolean equalRows(RowType type, RowData a, RowData b) {
    for (int i = 0; i < type.getFieldCount(); i++) {
      RowData.FieldGetter getter = RowData.createFieldGetter(type.getTypeAt(i), i);
      if (!equal(type.getTypeAt(i), getter.getFieldOrNull(a), getter.getFieldOrNull(b))) {
        return false;
      }
    }
    return true;
  }

  private static boolean equalLists(LogicalType type, List<Object> a, List<Object> b) {
    if (a.size() != b.size()) {
      return false;
    }
    for (int i = 0; i < a.size(); i++) {
      if (!equal(type, a.get(i), b.get(i))) {
        return false;
      }
    }
    return true;
  }

  private static boolean equalMaps(LogicalType keyType, LogicalType valueType, Object a, Object b) {
    List<Object> keysA = list(keyType, ((MapData) a).keyArray());
    List<Object> keysB = list(keyType, ((MapData) b).keyArray());
    List<Object> valuesA = list(valueType, ((MapData) a).valueArray());
    List<Object> valuesB = list(valueType, ((MapData) b).valueArray());
    if (keysA.size() != keysB.size()) {
      return false;
    }
    for (int i = 0; i < keysA.size(); i++) {
      int at = 0;
      while (at < keysB.size() && !equal(keyType, keysA.get(i), keysB.get(at))) {
        at++;
      }
      if (at == keysB.size() || !equal(valueType, valuesA.get(i), valuesB.get(at))) {
        return false;
      }
    }
    return true;
  }

  private static List<Object> list(LogicalType elementType, ArrayData array) {
    ArrayData.ElementGetter getter = ArrayData.createElementGetter(elementType);
    List<Object> elements = new ArrayList<>();
    for (int i = 0; i < array.size(); i++) {
      elements.add(getter.getElementOrNull(array, i));
    }
    return elements;
  }
}
