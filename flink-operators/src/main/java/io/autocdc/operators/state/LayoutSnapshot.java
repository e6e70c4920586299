// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.operators.state;

import io.autocdc.dsl.problem.AutoCdcException;
import io.autocdc.dsl.problem.ErrorCode;
import io.autocdc.dsl.problem.Problem;
import io.autocdc.operators.row.LayoutChange;
import java.io.IOException;
import java.util.List;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.TypeSerializerSchemaCompatibility;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/**
 * Keeps the layouts of stored rows with the state, as text that every version can read. A new
 * layout joins those that are there: no stored row is touched.
 */
abstract class LayoutSnapshot<T> implements TypeSerializerSnapshot<T> {

  private static final int VERSION = 1;

  private LayoutHistory history;

  /** The table, for messages; null in a restored snapshot. */
  private String target;

  LayoutSnapshot() {}

  LayoutSnapshot(LayoutHistory history, String target) {
    this.history = history;
    this.target = target;
  }

  /**
   * @param target null if not known
   */
  abstract TypeSerializer<T> serializer(LayoutHistory history, String target);

  @Override
  public final TypeSerializer<T> restoreSerializer() {
    return serializer(history, target);
  }

  @Override
  public final int getCurrentVersion() {
    return VERSION;
  }

  @Override
  public final void writeSnapshot(DataOutputView out) throws IOException {
    history.write(out);
  }

  @Override
  public final void readSnapshot(int version, DataInputView in, ClassLoader loader)
      throws IOException {
    history = LayoutHistory.read(in, loader);
  }

  /**
   * @throws AutoCdcException STATE_NOT_RESTORED with every column that does not fit: what Flink
   *     would say of that names serializers
   */
  @Override
  public final TypeSerializerSchemaCompatibility<T> resolveSchemaCompatibility(
      TypeSerializerSnapshot<T> old) {
    if (!(old instanceof LayoutSnapshot<T> that)) {
      return TypeSerializerSchemaCompatibility.incompatible();
    }
    List<String> obstacles = LayoutChange.obstacles(that.history.newest(), history.newest());
    if (!obstacles.isEmpty()) {
      throw new AutoCdcException(
          Problem.error(
              null,
              ErrorCode.STATE_NOT_RESTORED,
              "the saved state of table " + target + " does not fit the declaration",
              String.join("; ", obstacles),
              "restore the declaration, drop the table to fill it anew, or write into a new"
                  + " target"));
    }
    LayoutHistory all = that.history.followedBy(history.newest());
    return all.equals(history)
        ? TypeSerializerSchemaCompatibility.compatibleAsIs()
        : TypeSerializerSchemaCompatibility.compatibleWithReconfiguredSerializer(
            serializer(all, target));
  }
}
