// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.e2e;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** Compiles Java files against the classes of this process. */
final class JavaFiles {

  private JavaFiles() {}

  /**
   * @param classes where class files go
   * @throws AssertionError if a file does not compile
   */
  static void compile(List<Path> files, Path classes) throws IOException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    StringWriter messages = new StringWriter();
    try (StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, null)) {
      boolean compiled =
          compiler
              .getTask(
                  messages,
                  manager,
                  null,
                  List.of("-proc:none", "-cp", classPath(), "-d", classes.toString()),
                  null,
                  manager.getJavaFileObjectsFromPaths(files))
              .call();
      if (!compiled) {
        throw new AssertionError(messages + "\nin " + files);
      }
    }
  }

  /** Surefire starts tests from a jar that only names the others. */
  private static String classPath() {
    return System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
  }
}
