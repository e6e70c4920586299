// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.ObjectStreamClass;
import java.io.Serializable;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.jar.JarFile;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.Test;

/** The jar for clusters. */
class ClusterJarE2eTest {

  /**
   * {@code ./autocdc} serializes operators with its own classes, a cluster reads them with those of
   * the jar, in which libraries have other names.
   */
  @Test
  void operatorsOfTheProgramAreReadByTheJar() throws IOException {
    Map<String, Long> ours = new TreeMap<>();
    Map<String, Long> theirs = new TreeMap<>();
    URL[] jar = {FlinkCluster.JAR.toUri().toURL()};
    try (URLClassLoader cluster =
        new URLClassLoader(jar, getClass().getClassLoader()) {
          @Override
          protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            synchronized (getClassLoadingLock(name)) {
              if (name.startsWith("io.autocdc.")) {
                Class<?> known = findLoadedClass(name);
                return known == null ? findClass(name) : known;
              }
              return super.loadClass(name, resolve);
            }
          }
        }) {
      for (String name : classes(FlinkCluster.JAR)) {
        if (!name.startsWith("io.autocdc.shaded.")) {
          put(ours, name, getClass().getClassLoader());
          put(theirs, name, cluster);
        }
      }
    }
    assertThat(ours).hasSizeGreaterThan(50);
    assertThat(theirs).isEqualTo(ours);
  }

  private static List<String> classes(Path jar) throws IOException {
    try (JarFile file = new JarFile(jar.toFile())) {
      return file.stream()
          .map(ZipEntry::getName)
          .filter(name -> name.startsWith("io/autocdc/") && name.endsWith(".class"))
          .map(name -> name.replace('/', '.').replaceFirst("\\.class$", ""))
          .toList();
    }
  }

  private static void put(Map<String, Long> versions, String name, ClassLoader loader) {
    try {
      Class<?> type = Class.forName(name, false, loader);
      if (Serializable.class.isAssignableFrom(type)) {
        versions.put(name, ObjectStreamClass.lookup(type).getSerialVersionUID());
      }
    } catch (ClassNotFoundException e) {
      throw new AssertionError(e);
    }
  }
}
