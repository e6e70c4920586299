// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.sql;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;

/**
 * Loads the classes of this package once more, in a place where they see the planner's classes.
 * Everything else is what it is for the rest of the program.
 */
final class PlannerClassLoader extends ClassLoader {

  private static final String OWN = PlannerClassLoader.class.getPackageName() + ".";

  private static final List<String> PLANNERS =
      List.of("org.apache.calcite.", "org.apache.flink.table.planner.", "scala.");

  static {
    registerAsParallelCapable();
  }

  private final ClassLoader planner;

  /**
   * @param parent the class loader of the program
   * @param planner the class loader of the planner's classes
   */
  PlannerClassLoader(ClassLoader parent, ClassLoader planner) {
    super(parent);
    this.planner = planner;
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    if (PLANNERS.stream().anyMatch(name::startsWith)) {
      return planner.loadClass(name);
    }
    if (!name.startsWith(OWN)) {
      return super.loadClass(name, resolve);
    }
    synchronized (getClassLoadingLock(name)) {
      Class<?> known = findLoadedClass(name);
      return known == null ? define(name) : known;
    }
  }

  private Class<?> define(String name) throws ClassNotFoundException {
    try (InputStream file = getResourceAsStream(name.replace('.', '/') + ".class")) {
      if (file == null) {
        throw new ClassNotFoundException(name);
      }
      byte[] code = file.readAllBytes();
      return defineClass(name, code, 0, code.length);
    } catch (IOException e) {
      throw new ClassNotFoundException(name, e);
    }
  }
}
