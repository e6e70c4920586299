// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.delta.kernel;

import io.delta.kernel.defaults.engine.fileio.OutputFile;
import io.delta.kernel.defaults.engine.hadoopio.HadoopFileIO;
import io.delta.kernel.defaults.engine.hadoopio.HadoopOutputFile;
import io.delta.kernel.utils.CloseableIterator;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.UUID;
import org.apache.hadoop.conf.Configuration;

/**
 * Files of local folders. Delta's own way looks whether a commit is there and then renames over it,
 * so that of two processes the later one wins and the rows of the other are lost. A hard link is
 * made once or not at all. What is overwritten is there as a whole at any time.
 */
final class LinkingFiles extends HadoopFileIO {

  private final Configuration configuration;

  LinkingFiles(Configuration configuration) {
    super(configuration);
    this.configuration = configuration;
  }

  @Override
  public OutputFile newOutputFile(String path) {
    return new LinkedFile(configuration, path);
  }

  private static final class LinkedFile extends HadoopOutputFile {

    LinkedFile(Configuration configuration, String path) {
      super(configuration, path);
    }

    @Override
    public void writeAtomically(CloseableIterator<String> lines, boolean overwrite)
        throws IOException {
      Path target = Path.of(new org.apache.hadoop.fs.Path(path()).toUri().getPath());
      Path draft =
          target.resolveSibling("." + target.getFileName() + "." + UUID.randomUUID() + ".tmp");
      try (lines) {
        try (BufferedWriter writer = Files.newBufferedWriter(draft)) {
          while (lines.hasNext()) {
            writer.write(lines.next());
            writer.write('\n');
          }
        }
        if (overwrite) {
          // Hadoop would find it wrong by the checksum of what was there before.
          Files.deleteIfExists(target.resolveSibling("." + target.getFileName() + ".crc"));
          Files.move(draft, target, StandardCopyOption.ATOMIC_MOVE);
        } else {
          Files.createLink(target, draft);
        }
      } finally {
        Files.deleteIfExists(draft);
      }
    }
  }
}
