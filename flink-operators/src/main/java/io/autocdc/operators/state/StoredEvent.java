// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.operators.state;

import io.autocdc.merge.Event;

/**
 * An event as it is kept, without its place.
 *
 * @param row its values; null for a delete
 * @param time see {@link Event#time}
 */
public record StoredEvent(StoredRow row, long time) {}
