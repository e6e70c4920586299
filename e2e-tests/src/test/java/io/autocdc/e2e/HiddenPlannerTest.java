// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class HiddenPlannerTest {

  @Test
  @SuppressWarnings("unchecked")
  void onClustersTheAnalyzerSaysWhatItSaysElsewhere() throws Exception {
    Map<String, String> here = new SqlVerdicts().get();
    ClassLoader before = Thread.currentThread().getContextClassLoader();
    try (URLClassLoader cluster =
            new URLClassLoader(jarsOfCluster(), ClassLoader.getPlatformClassLoader());
        URLClassLoader user = new URLClassLoader(jarsOfUser(), cluster)) {
      Thread.currentThread().setContextClassLoader(cluster);
      assertThatThrownBy(() -> user.loadClass("org.apache.calcite.rex.RexNode"))
          .isInstanceOf(ClassNotFoundException.class);
      Supplier<Map<String, String>> verdicts =
          (Supplier<Map<String, String>>)
              user.loadClass(SqlVerdicts.class.getName()).getConstructor().newInstance();

      assertThat(verdicts.get()).isEqualTo(here);
    } finally {
      Thread.currentThread().setContextClassLoader(before);
    }
    assertThat(here)
        .hasEntrySatisfying("'SUM(id) > 3'", verdict -> assertThat(verdict).contains("one row"))
        .hasEntrySatisfying("'op = 'D''", verdict -> assertThat(verdict).contains("empty"));
  }

  private static URL[] jarsOfCluster() throws Exception {
    List<URL> jars = new ArrayList<>();
    try (Stream<Path> files = Files.list(Cli.ROOT.resolve("e2e-tests/flink-dist/target/lib"))) {
      for (Path file : files.toList()) {
        jars.add(file.toUri().toURL());
      }
    }
    return jars.toArray(URL[]::new);
  }

  private static URL[] jarsOfUser() throws Exception {
    URL tests = SqlVerdicts.class.getProtectionDomain().getCodeSource().getLocation();
    return new URL[] {FlinkCluster.JAR.toUri().toURL(), tests};
  }
}
