// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.delta.kernel;

import java.io.Serializable;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.fs.Path;

/** Where a table is, or will be. */
public final class DeltaLocation implements Serializable {

  private static final long serialVersionUID = 1L;

  private final String path;
  private final TreeMap<String, String> options;

  /**
   * @param path a URI
   * @param options of Hadoop, such as credentials of an object store
   */
  public DeltaLocation(String path, Map<String, String> options) {
    this.path = path;
    this.options = new TreeMap<>(options);
  }

  /** Nothing is read or made by it. */
  public DeltaFolder open() {
    return new DeltaFolder(this);
  }

  /** A location below this one. */
  public DeltaLocation below(String name) {
    return new DeltaLocation(new Path(path, name).toString(), options);
  }

  public String path() {
    return path;
  }

  public Map<String, String> options() {
    return options;
  }

  boolean isLocal() {
    return path.startsWith("file:");
  }

  @Override
  public String toString() {
    return path;
  }
}
