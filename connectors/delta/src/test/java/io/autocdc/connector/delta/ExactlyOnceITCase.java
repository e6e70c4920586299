// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.delta;

import io.autocdc.dsl.TableName;
import io.autocdc.testing.ExactlyOnceContract;
import java.nio.file.Path;

class ExactlyOnceITCase extends ExactlyOnceContract {

  ExactlyOnceITCase() {
    super(new DeltaConnector());
  }

  @Override
  protected long commits(Path warehouse, TableName table) {
    return TestTables.version(warehouse, table);
  }
}
