// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.merge;

/**
 * What came of a look at the final history of a key.
 *
 * @param dropped how many events were dropped
 * @param next time of the event, in ms, that will let others be dropped as soon as it is final;
 *     {@link Long#MAX_VALUE} if there is none
 */
public record Expiry(int dropped, long next) {

  static final Expiry NOTHING = new Expiry(0, Long.MAX_VALUE);

  /** True if another look will be worth while. */
  public boolean isPending() {
    return next != Long.MAX_VALUE;
  }

  Expiry dueWith(long time) {
    return new Expiry(dropped, Math.min(next, time));
  }

  Expiry dropping(int events) {
    return new Expiry(dropped + events, next);
  }
}
