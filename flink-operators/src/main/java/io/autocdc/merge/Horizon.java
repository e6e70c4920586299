// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.merge;

/**
 * The age beyond which history is final (semantics.md, section 9).
 *
 * @param millis events of an older time are final, in ms by the clock of retention
 */
public record Horizon(long millis) {

  /** Nothing is final but what has been dropped already. */
  public static final Horizon NONE = new Horizon(Event.FINAL);

  boolean isNone() {
    return millis <= Event.FINAL;
  }

  /** True if an event is final: nothing may change up to its place any more. */
  boolean isBehind(Event<?> event) {
    return event.time() == Event.FINAL || event.time() != Event.UNKNOWN && event.time() < millis;
  }
}
