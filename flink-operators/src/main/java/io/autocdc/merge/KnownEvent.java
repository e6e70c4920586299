// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.merge;

/**
 * An event and when it became known.
 *
 * @param system its place in the order of knowledge
 * @param event the event, with its place in business time
 */
public record KnownEvent<R>(Sequence system, Event<R> event) {}
