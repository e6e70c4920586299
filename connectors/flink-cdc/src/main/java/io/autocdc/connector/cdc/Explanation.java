// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.cdc;

import io.autocdc.dsl.problem.AutoCdcException;
import io.autocdc.dsl.problem.Problem;
import java.sql.SQLException;
import java.util.Optional;
import org.apache.flink.util.ExceptionUtils;

/** Says what errors of a database in the middle of a run mean. */
@FunctionalInterface
interface Explanation {

  Problem of(SQLException error);

  /** The failure with what is to be said of it in front, if a database is behind it. */
  default RuntimeException explained(RuntimeException failure) {
    Optional<SQLException> error = ExceptionUtils.findThrowable(failure, SQLException.class);
    boolean said = ExceptionUtils.findThrowable(failure, AutoCdcException.class).isPresent();
    return said || error.isEmpty() ? failure : new AutoCdcException(of(error.get()), failure);
  }
}
