// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.files;

import java.io.Serializable;
import java.util.List;

/**
 * The file that a record comes from; one instance serves all records of a file.
 *
 * @param name the file as users see it, see {@link FileNames}
 * @param modificationTime in milliseconds since 1970
 * @param header names of the columns, if the file has a header; else null
 */
record FileOrigin(String name, long modificationTime, List<String> header) implements Serializable {

  FileOrigin withHeader(List<String> names) {
    return new FileOrigin(name, modificationTime, List.copyOf(names));
  }
}
