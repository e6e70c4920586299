// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.kafka;

import java.io.Serializable;
import java.util.Properties;

/**
 * What is read, and how far.
 *
 * @param failures says what is wrong with the source
 * @param client properties of Kafka's client
 * @param subscription which topics are read
 * @param start where the first run begins
 * @param failOnDataLoss false to go on where records are gone that have not been read
 * @param bounded true if a run ends at what was there when it began
 * @param once true if what was there at the first run is all that is ever read
 * @param contents what topics held when the run began
 */
record TopicReading(
    KafkaFailures failures,
    Properties client,
    Subscription subscription,
    StartOffsets start,
    boolean failOnDataLoss,
    boolean bounded,
    boolean once,
    TopicContents contents)
    implements Serializable {}
