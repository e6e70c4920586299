// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.delta.kernel;

/**
 * A data file that is written and in no commit yet.
 *
 * @param path as the log names it, below the folder of the table
 * @param size in bytes
 * @param modified milliseconds since the epoch
 * @param statistics the log's JSON of bounds and counts
 */
public record StagedFile(String path, long size, long modified, String statistics) {}
