// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.merge;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The visible rows of one key, folded from its changes; every change must be exact. */
final class ExactTable<R> implements ChangeSink<R> {

  private final Map<Sequence, Version<R>> rows =
      new TreeMap<>(Comparator.nullsFirst(Comparator.naturalOrder()));
  private int changes;

  @Override
  public void insert(Version<R> version) {
    changes++;
    assertThat(rows.put(version.start(), version)).as("insert of %s", version).isNull();
  }

  @Override
  public void update(Version<R> before, Version<R> after) {
    changes++;
    assertThat(after.start()).isEqualTo(before.start());
    assertThat(after).as("an update that changes nothing").isNotEqualTo(before);
    assertThat(rows.put(before.start(), after)).as("update of").isEqualTo(before);
  }

  @Override
  public void delete(Version<R> version) {
    changes++;
    assertThat(rows.remove(version.start())).as("delete of").isEqualTo(version);
  }

  int changes() {
    return changes;
  }

  List<Version<R>> rows() {
    return new ArrayList<>(rows.values());
  }
}
