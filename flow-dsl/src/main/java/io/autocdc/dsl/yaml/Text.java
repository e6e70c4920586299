// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.dsl.yaml;

import io.autocdc.dsl.problem.Location;
import io.autocdc.dsl.problem.TextPlace;

/**
 * A text of a file with its tokens resolved.
 *
 * @param value the text
 * @param location where it starts
 * @param place where its characters stand; null if the file writes them in another way
 */
record Text(String value, Location location, TextPlace place) {}
