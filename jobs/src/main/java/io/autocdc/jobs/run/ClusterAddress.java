// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.run;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where the REST interface of a Flink cluster listens.
 *
 * @param host name or IP address; an address of version 6 without brackets
 * @param port 1 to 65535
 */
public record ClusterAddress(String host, int port) {

  private static final Pattern FORM =
      Pattern.compile("(?:\\[([0-9a-fA-F:.]+)]|([^\\s:/\\[\\]]+)):(\\d{1,5})");

  /** Reads {@code HOST:PORT}; empty if the text is something else. */
  public static Optional<ClusterAddress> parse(String text) {
    Matcher form = FORM.matcher(text.strip());
    if (!form.matches()) {
      return Optional.empty();
    }
    String host = form.group(1) == null ? form.group(2) : form.group(1);
    int port = Integer.parseInt(form.group(3));
    return port < 1 || port > 65_535
        ? Optional.empty()
        : Optional.of(new ClusterAddress(host, port));
  }

  /** {@code HOST:PORT}, as {@link #parse} reads it. */
  @Override
  public String toString() {
    return (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
  }
}
