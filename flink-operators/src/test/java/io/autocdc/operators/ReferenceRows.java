// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.operators;

import io.autocdc.merge.BitemporalReference;
import io.autocdc.merge.Event;
import io.autocdc.merge.KnownEvent;
import io.autocdc.merge.Reference;
import io.autocdc.merge.Sequence;
import io.autocdc.merge.Version;
import io.autocdc.operators.Combination.Mode;
import io.autocdc.operators.RandomRows.Row;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The table that must come of random rows, by the slow references on a model of the rows. */
final class ReferenceRows {

  private ReferenceRows() {}

  /** The rows of the table as JSON, as texts are sorted. */
  static List<String> of(Combination combination, List<Row> arrived) {
    ModelRow.Semantics semantics = new ModelRow.Semantics(tracked(combination));
    Map<Integer, List<KnownEvent<ModelRow>>> byKey = new LinkedHashMap<>();
    List<Sequence> truncates = new ArrayList<>();
    for (Row row : arrived) {
      Sequence sequence = RandomRows.sequence(row.sequence());
      if (row.kind() == 'T') {
        truncates.add(sequence);
      } else {
        byKey
            .computeIfAbsent(row.key(), key -> new ArrayList<>())
            .add(
                new KnownEvent<>(
                    RandomRows.sequence(row.system()),
                    new Event<>(sequence, row.kind() == 'D' ? null : row.model())));
      }
    }
    boolean other = combination.mode() == Mode.TWO_FLOWS;
    List<String> rows = new ArrayList<>();
    byKey.forEach(
        (key, known) -> {
          String begin = "{\"id\":" + key + ",";
          List<Event<ModelRow>> events = known.stream().map(KnownEvent::event).toList();
          Reference<ModelRow> reference = new Reference<>(semantics);
          switch (combination.type()) {
            case TYPE_1 ->
                reference
                    .scd1(events, truncates)
                    .forEach(version -> rows.add(begin + version.row().json(other) + "}"));
            case TYPE_2 ->
                reference
                    .scd2(events)
                    .forEach(version -> rows.add(begin + interval(version, other) + "}"));
            case BITEMPORAL ->
                new BitemporalReference<>(semantics)
                    .beliefs(known)
                    .forEach(
                        belief ->
                            rows.add(
                                "%s%s,\"__SYSTEM_START_AT\":%s,\"__SYSTEM_END_AT\":%s}"
                                    .formatted(
                                        begin,
                                        interval(belief.version(), other),
                                        RandomRows.text(belief.systemStart()),
                                        RandomRows.text(belief.systemEnd()))));
          }
        });
    return rows.stream().sorted().toList();
  }

  private static String interval(Version<ModelRow> version, boolean other) {
    return "%s,\"__START_AT\":%s,\"__END_AT\":%s"
        .formatted(
            version.row().json(other),
            RandomRows.text(version.start()),
            RandomRows.text(version.end()));
  }

  private static Set<String> tracked(Combination combination) {
    return switch (combination.tracked()) {
      case ALL -> Set.of("a", "b", "s", "c");
      case SOME -> combination.mode() == Mode.TWO_FLOWS ? Set.of("a", "s", "c") : Set.of("a", "s");
      case NONE -> Set.of();
    };
  }
}
