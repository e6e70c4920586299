// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.run;

import java.nio.file.Path;

/**
 * A complete checkpoint or savepoint that a run can start from.
 *
 * @param run number of the run that left it
 * @param checkpointId Flink's number of the checkpoint or savepoint; grows within a run
 * @param folder the folder that holds {@code _metadata}
 */
public record RestorePoint(int run, long checkpointId, Path folder) {}
