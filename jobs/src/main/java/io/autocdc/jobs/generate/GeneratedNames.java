// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.generate;

import java.util.Collection;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Names of files and classes for pipelines: what any file system and compiler takes, and no two
 * alike, whether or not case counts. Of two pipelines whose names would give the same, the one that
 * sorts later gets a number.
 *
 * @param file name of files, without an extension
 * @param javaClass name of the class
 */
record GeneratedNames(String file, String javaClass) {

  private static final int LONGEST = 100;
  private static final Pattern WORD = Pattern.compile("[A-Za-z0-9]+");

  /** Classes of the library and of generated programs end otherwise, or are this word alone. */
  private static final String CLASS_SUFFIX = "Pipeline";

  /** The names of pipelines, by the pipelines' own names. */
  static Map<String, GeneratedNames> of(Collection<String> pipelines) {
    Map<String, GeneratedNames> names = new TreeMap<>();
    Set<String> taken = new HashSet<>();
    for (String pipeline : new TreeSet<>(pipelines)) {
      String file = file(pipeline);
      String javaClass = words(pipeline);
      String suffix = "";
      for (int i = 2; isTaken(file + suffix, javaClass + suffix, taken); i++) {
        suffix = "_" + i;
      }
      taken.add(lower(file + suffix));
      taken.add(lower(javaClass + suffix) + CLASS_SUFFIX);
      names.put(pipeline, new GeneratedNames(file + suffix, javaClass + suffix + CLASS_SUFFIX));
    }
    return names;
  }

  private static boolean isTaken(String file, String javaClass, Set<String> taken) {
    return taken.contains(lower(file)) || taken.contains(lower(javaClass) + CLASS_SUFFIX);
  }

  private static String lower(String name) {
    return name.toLowerCase(Locale.ROOT);
  }

  /** A name that starts with an underscore would hide the file from a run of the folder. */
  private static String file(String pipeline) {
    String safe = pipeline.replaceAll("[^\\p{L}\\p{N}_-]", "_").replaceFirst("^[_-]+", "");
    return shorten(safe.isEmpty() ? "pipeline" : safe);
  }

  private static String words(String pipeline) {
    StringBuilder words = new StringBuilder();
    Matcher word = WORD.matcher(pipeline);
    while (word.find()) {
      String text = word.group();
      words.append(text.substring(0, 1).toUpperCase(Locale.ROOT)).append(text.substring(1));
    }
    boolean starts = !words.isEmpty() && !Character.isDigit(words.charAt(0));
    return shorten(starts ? words.toString() : "The" + words);
  }

  private static String shorten(String name) {
    if (name.length() <= LONGEST) {
      return name;
    }
    boolean splitsPair = Character.isHighSurrogate(name.charAt(LONGEST - 1));
    return name.substring(0, splitsPair ? LONGEST - 1 : LONGEST);
  }
}
