// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.generate;

import io.autocdc.dsl.Pipeline;
import io.autocdc.dsl.Source;
import io.autocdc.dsl.SourceTypes;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** Makes relative paths of sources mean the same in another folder. */
final class Relocation {

  private static final String PATH = "path";
  private static final Pattern URI = Pattern.compile("[A-Za-z][A-Za-z0-9+.-]+:.*");
  private static final Pattern SPECIAL = Pattern.compile("[*?\\[\\]{}\\\\]");

  /** How one gets from the new folder to the old one. */
  private final String prefix;

  /**
   * @param from the project folder
   * @param to where the files go
   */
  Relocation(Path from, Path to) {
    String way =
        to.toAbsolutePath()
            .normalize()
            .relativize(from.toAbsolutePath().normalize())
            .toString()
            .replace('\\', '/');
    this.prefix = way.isEmpty() ? "" : way + "/";
  }

  /**
   * @param pipeline a pipeline, whose texts may have references
   * @param real the same pipeline with the values of references
   */
  Pipeline move(Pipeline pipeline, Pipeline real) {
    List<Source> sources = new ArrayList<>();
    for (int i = 0; i < pipeline.sources().size(); i++) {
      Source source = pipeline.sources().get(i);
      String path = source.options().get(PATH);
      String realPath = real.sources().get(i).options().get(PATH);
      sources.add(
          hasFolder(source) && path != null && isRelative(realPath)
              ? source.withOptions(Map.of(PATH, move(source, path, realPath)))
              : source);
    }
    return new Pipeline(
        pipeline.name(),
        sources,
        pipeline.views(),
        pipeline.tables(),
        pipeline.flows(),
        pipeline.declarations(),
        pipeline.inserts());
  }

  private static boolean hasFolder(Source source) {
    return source.type().equals(SourceTypes.FILES) || source.type().equals(SourceTypes.DELTA);
  }

  /** In front of a pattern, the names of folders must not become a part of it. */
  private String move(Source source, String path, String realPath) {
    boolean isPattern = source.type().equals(SourceTypes.FILES) && SPECIAL.matcher(realPath).find();
    String way = isPattern ? SPECIAL.matcher(prefix).replaceAll("\\\\$0") : prefix;
    return way + (path.startsWith("./") ? path.substring(2) : path);
  }

  private static boolean isRelative(String path) {
    return !path.startsWith("/") && !URI.matcher(path).matches();
  }
}
