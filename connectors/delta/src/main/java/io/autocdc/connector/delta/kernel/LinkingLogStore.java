// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.delta.kernel;

import io.delta.storage.LocalLogStore;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Iterator;
import java.util.UUID;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/**
 * Keeps the log in a local folder. Delta's own way looks whether a commit is there and then renames
 * over it, so that of two processes the later one wins and the rows of the other are lost. A hard
 * link is made once or not at all.
 */
public final class LinkingLogStore extends LocalLogStore {

  /** Made by reflection, by its name in Hadoop's configuration. */
  public LinkingLogStore(Configuration hadoopConf) {
    super(hadoopConf);
  }

  @Override
  public void write(
      Path path, Iterator<String> actions, Boolean overwrite, Configuration hadoopConf)
      throws IOException {
    if (overwrite) {
      super.write(path, actions, true, hadoopConf);
      return;
    }
    java.nio.file.Path target = java.nio.file.Path.of(path.toUri().getPath());
    java.nio.file.Path draft =
        target.resolveSibling("." + target.getFileName() + "." + UUID.randomUUID() + ".tmp");
    try {
      try (BufferedWriter writer = Files.newBufferedWriter(draft)) {
        while (actions.hasNext()) {
          writer.write(actions.next());
          writer.write('\n');
        }
      }
      Files.createLink(target, draft);
    } finally {
      Files.deleteIfExists(draft);
    }
  }
}
