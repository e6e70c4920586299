// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.dsl;

import java.io.Serializable;
import java.time.Duration;

/**
 * Event time of a source. Retention then follows event time instead of the clock of the machine; a
 * late event is still never dropped for being behind the watermark.
 *
 * @param column a TIMESTAMP or TIMESTAMP_LTZ column of the source
 * @param maxOutOfOrderness how far the watermark stays behind the newest event
 */
public record Watermark(String column, Duration maxOutOfOrderness) implements Serializable {}
