// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.e2e.databases;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Random;
import java.util.Set;

/**
 * A session of a database that writes until it is stopped: transactions of a few statements, which
 * overlap with those of other sessions, on the same rows, and are sometimes rolled back.
 */
final class WritingSession implements Runnable {

  /** Of deadlocks, and of keys that another session took first. */
  private static final Set<String> EXPECTED = Set.of("40P01", "23505");

  private static final int MOVE = 1_000_000;

  private final Postgres postgres;
  private final Random random;
  private final int keys;

  private volatile boolean stopped;
  private volatile int committed;

  /**
   * @param keys rows are those with ids below
   */
  WritingSession(Postgres postgres, int keys, long seed) {
    this.postgres = postgres;
    this.keys = keys;
    this.random = new Random(seed);
  }

  void stop() {
    stopped = true;
  }

  int committed() {
    return committed;
  }

  @Override
  public void run() {
    try (Connection connection = postgres.connect();
        Statement statement = connection.createStatement()) {
      connection.setAutoCommit(false);
      while (!stopped) {
        try {
          transaction(connection, statement);
        } catch (SQLException e) {
          if (!EXPECTED.contains(e.getSQLState())) {
            throw e;
          }
          connection.rollback();
        }
      }
    } catch (SQLException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private void transaction(Connection connection, Statement statement)
      throws SQLException, InterruptedException {
    int size = 1 + random.nextInt(5);
    for (int i = 0; i < size; i++) {
      statement.executeUpdate(change());
      Thread.sleep(random.nextInt(8));
    }
    if (random.nextInt(10) == 0) {
      connection.rollback();
    } else {
      connection.commit();
      committed++;
    }
  }

  private String change() {
    int id = random.nextInt(keys) + (random.nextInt(4) == 0 ? MOVE : 0);
    String table = random.nextBoolean() ? "items" : "notes";
    int value = random.nextInt(1000);
    return switch (random.nextInt(10)) {
      case 0, 1 ->
          "INSERT INTO "
              + table
              + " SELECT i, 'new', "
              + value
              + ", 1, repeat('n', 3000) FROM"
              + " generate_series("
              + id
              + ", "
              + (id + 2)
              + ") i ON CONFLICT DO NOTHING";
      case 2 -> "DELETE FROM " + table + " WHERE id = " + id;
      case 3 ->
          // Where a change of the key does not bring all values, the table has to be told so.
          "UPDATE items SET id = " + (id < MOVE ? id + MOVE : id - MOVE) + " WHERE id = " + id;
      case 4 -> "UPDATE " + table + " SET doc = NULL, qty = " + value + " WHERE id = " + id;
      default ->
          "UPDATE "
              + table
              + " SET qty = "
              + value
              + ", price = price + 0.01 WHERE id BETWEEN "
              + id
              + " AND "
              + (id + random.nextInt(3));
    };
  }
}
