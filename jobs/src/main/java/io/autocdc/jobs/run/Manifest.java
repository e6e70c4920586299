// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.run;

import io.autocdc.jobs.compile.Generations;
import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.TreeMap;

/**
 * What the state of a run belongs to; it lies beside the run's checkpoints.
 *
 * @param sources generation of the state of each source
 * @param targets generation of the state of each target, by its full name
 * @param flows the target of each flow
 */
record Manifest(
    Map<String, Integer> sources, Map<String, Integer> targets, Map<String, String> flows) {

  private static final String FILE = "manifest.properties";
  private static final String SOURCE = "source.";
  private static final String TARGET = "target.";
  private static final String FLOW = "flow.";

  Manifest {
    sources = new TreeMap<>(sources);
    targets = new TreeMap<>(targets);
    flows = new TreeMap<>(flows);
  }

  Generations generations() {
    return new Generations(sources, targets);
  }

  /** The manifest of a run; empty if the folder has none. */
  static Optional<Manifest> read(Path runFolder) {
    Path file = runFolder.resolve(FILE);
    if (!Files.isRegularFile(file)) {
      return Optional.empty();
    }
    Properties properties = new Properties();
    try (Reader in = Files.newBufferedReader(file)) {
      properties.load(in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Manifest manifest = new Manifest(Map.of(), Map.of(), Map.of());
    for (String key : properties.stringPropertyNames()) {
      String value = properties.getProperty(key);
      if (key.startsWith(SOURCE)) {
        manifest.sources.put(key.substring(SOURCE.length()), Integer.valueOf(value));
      } else if (key.startsWith(TARGET)) {
        manifest.targets.put(key.substring(TARGET.length()), Integer.valueOf(value));
      } else if (key.startsWith(FLOW)) {
        manifest.flows.put(key.substring(FLOW.length()), value);
      }
    }
    return Optional.of(manifest);
  }

  void write(Path runFolder) {
    Properties properties = new Properties();
    sources.forEach((name, generation) -> properties.put(SOURCE + name, generation.toString()));
    targets.forEach((name, generation) -> properties.put(TARGET + name, generation.toString()));
    flows.forEach((name, target) -> properties.put(FLOW + name, target));
    try (Writer out = Files.newBufferedWriter(runFolder.resolve(FILE))) {
      properties.store(out, "what the checkpoints and savepoints of this folder belong to");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
