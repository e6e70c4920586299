// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.merge;

/**
 * A visible row of one key.
 *
 * @param row its values
 * @param start sequence of the first event of its run; null where no history is kept
 * @param end sequence of the event that ended it; null while it is current
 */
public record Version<R>(R row, Sequence start, Sequence end) {}
