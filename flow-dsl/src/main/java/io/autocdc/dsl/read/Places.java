// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.dsl.read;

import io.autocdc.dsl.AutoCdcFlow.Parameter;
import io.autocdc.dsl.problem.Locations;
import java.util.List;

/** Remembers where values stand that have been read. */
public final class Places {

  /** Parameters that no rule can be held against as long as the SCD type is unknown. */
  private static final List<String> DEPENDENT_ON_SCD_TYPE =
      List.of(
          Parameter.STORED_AS_SCD_TYPE,
          Parameter.SYSTEM_SEQUENCE_BY,
          Parameter.APPLY_AS_TRUNCATES,
          Parameter.TRACK_HISTORY_COLUMN_LIST,
          Parameter.TRACK_HISTORY_EXCEPT_COLUMN_LIST);

  private Places() {}

  /** Remembers that the SCD type of a flow could not be read. */
  public static void markScdTypeUnknown(Locations locations, String flow) {
    DEPENDENT_ON_SCD_TYPE.forEach(parameter -> locations.markBroken(flow + "/" + parameter));
  }

  /** Remembers a value and its characters; does nothing for an absent one. */
  public static void put(Locations locations, String path, Text text) {
    if (text != null) {
      locations.put(path, text.location());
      if (text.place() != null) {
        locations.putText(path, text.place());
      }
    }
  }

  /** Remembers the items of a list. */
  public static void putItems(Locations locations, String path, List<Text> items) {
    for (int i = 0; i < items.size(); i++) {
      locations.put(path + "/" + i, items.get(i).location());
    }
  }
}
