// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.dsl.java;

import io.autocdc.dsl.Pipeline;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.StringWriter;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/** Writes pipelines as the methods of one class, compiles it in memory and calls them. */
final class CompiledPipelines extends ClassLoader {

  private static final String NAME = "Written";

  private final Map<String, byte[]> classes = new TreeMap<>();

  /** The builders that the written Java makes. */
  static List<Pipeline.Builder> of(List<Pipeline> pipelines) throws Exception {
    CompiledPipelines compiled = new CompiledPipelines();
    compiled.compile(source(pipelines));
    List<Pipeline.Builder> builders = new ArrayList<>();
    for (int i = 0; i < pipelines.size(); i++) {
      builders.add(
          (Pipeline.Builder) compiled.loadClass(NAME).getMethod("pipeline" + i).invoke(null));
    }
    return builders;
  }

  private static String source(List<Pipeline> pipelines) {
    TreeSet<String> imports = new TreeSet<>();
    StringBuilder methods = new StringBuilder();
    for (int i = 0; i < pipelines.size(); i++) {
      JavaWriter.Declaration written = JavaWriter.write(pipelines.get(i));
      imports.addAll(written.imports());
      methods.append("  public static Pipeline.Builder pipeline").append(i).append("() {\n");
      methods.append("    return ").append(written.builder()).append(";\n  }\n");
    }
    StringBuilder source = new StringBuilder();
    imports.forEach(name -> source.append("import ").append(name).append(";\n"));
    return source.append("public final class " + NAME + " {\n") + methods.toString() + "}\n";
  }

  private void compile(String source) {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    StringWriter messages = new StringWriter();
    boolean compiled =
        compiler
            .getTask(
                messages,
                new InMemory(compiler.getStandardFileManager(null, null, null)),
                null,
                List.of("-proc:none", "-Xlint:all", "-Werror", "-cp", classPath()),
                null,
                List.of(new Source(source)))
            .call();
    if (!compiled) {
      throw new AssertionError(messages + "\nin\n" + source);
    }
  }

  @Override
  protected Class<?> findClass(String name) throws ClassNotFoundException {
    byte[] bytes = classes.get(name);
    if (bytes == null) {
      throw new ClassNotFoundException(name);
    }
    return defineClass(name, bytes, 0, bytes.length);
  }

  /** Surefire starts tests from a jar that only names the others. */
  private static String classPath() {
    return System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
  }

  private static final class Source extends SimpleJavaFileObject {
    private final String text;

    Source(String text) {
      super(URI.create("string:///" + NAME + ".java"), Kind.SOURCE);
      this.text = text;
    }

    @Override
    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
      return text;
    }
  }

  /** Takes classes instead of files. */
  private final class InMemory extends ForwardingJavaFileManager<JavaFileManager> {

    InMemory(JavaFileManager files) {
      super(files);
    }

    @Override
    public JavaFileObject getJavaFileForOutput(
        Location location, String className, JavaFileObject.Kind kind, FileObject sibling) {
      return new SimpleJavaFileObject(URI.create("mem:///" + className + kind.extension), kind) {
        @Override
        public OutputStream openOutputStream() {
          return new ByteArrayOutputStream() {
            @Override
            public void close() {
              classes.put(className, toByteArray());
            }
          };
        }
      };
    }
  }
}
