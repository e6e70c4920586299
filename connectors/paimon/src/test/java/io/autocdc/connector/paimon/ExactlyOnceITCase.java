// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.paimon;

import static org.assertj.core.api.Assertions.assertThat;

import io.autocdc.dsl.TableName;
import io.autocdc.testing.ExactlyOnceContract;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;

class ExactlyOnceITCase extends ExactlyOnceContract {

  ExactlyOnceITCase() {
    super(new PaimonConnector());
  }

  @Override
  protected long commits(Path warehouse, TableName table) throws Exception {
    return TestTables.latestSnapshot(warehouse, table);
  }

  /** The committer of a job that goes on is the one that there was before. */
  @Override
  protected void checkContinued(Path warehouse, TableName table) throws Exception {
    Set<String> users = new HashSet<>();
    TestTables.stored(warehouse, table)
        .snapshotManager()
        .snapshots()
        .forEachRemaining(snapshot -> users.add(snapshot.commitUser()));
    assertThat(users).hasSize(1);
  }
}
