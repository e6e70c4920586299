// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.cdc;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Locale;

/**
 * Names by which databases know their readers: the same in every run of a pipeline on its
 * warehouse, and others for all else. Two readers of one name would take each other's changes.
 */
final class ReaderNames {

  private static final int LONGEST_WORDS = 46;

  /** A source has no more readers at one time than this. */
  static final int READERS = 240;

  /** People use small numbers for their own servers. */
  private static final long FIRST_READER = 100_000_000;

  private ReaderNames() {}

  /**
   * Name of a replication slot: words for people, and a digest that makes it unique.
   *
   * @param reader what tells the pipeline on its warehouse apart from all others
   */
  static String ofSlot(String reader, String source) {
    String words = source.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "_");
    String cut = words.length() > LONGEST_WORDS ? words.substring(0, LONGEST_WORDS) : words;
    return "autocdc_" + cut.replaceAll("_+$", "") + "_" + digest(reader, source).substring(0, 8);
  }

  /** First of {@link #READERS} numbers for readers of MySQL's log. */
  static long ofServer(String reader, String source) {
    return FIRST_READER + Long.parseLong(digest(reader, source).substring(0, 6), 16) / 2 * READERS;
  }

  private static String digest(String reader, String source) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      digest.update(reader.getBytes(StandardCharsets.UTF_8));
      digest.update((byte) 0);
      return HexFormat.of().formatHex(digest.digest(source.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
