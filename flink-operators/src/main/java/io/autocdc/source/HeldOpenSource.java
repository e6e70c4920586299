// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.source;

import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.connector.source.Boundedness;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.api.connector.source.SourceReaderContext;
import org.apache.flink.api.connector.source.SourceSplit;
import org.apache.flink.api.connector.source.SplitEnumerator;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;
import org.apache.flink.api.java.typeutils.ResultTypeQueryable;
import org.apache.flink.core.io.SimpleVersionedSerializer;
import org.apache.flink.util.function.SerializableSupplier;

/**
 * A source that stays open after its last record, for runs that stop with a savepoint: a finished
 * source would push the watermark to the end of time, and could not go on from its savepoint.
 *
 * <p>In place of the end of its input, every reader emits one marker record behind its last record,
 * once per attempt, is idle from then on, and stays so until the job is stopped. The operator
 * behind the source takes the marker out of the stream and tells the client, see {@link
 * io.autocdc.spi.RunSignals}. A source whose enumerator never signals the end behaves as if it were
 * not wrapped; the state is the one of the wrapped source either way.
 *
 * @param <T> type of the records
 * @param <SplitT> type of the splits
 * @param <StateT> type of the enumerator's state
 */
public final class HeldOpenSource<T, SplitT extends SourceSplit, StateT>
    implements Source<T, SplitT, StateT>, ResultTypeQueryable<T> {

  private static final long serialVersionUID = 1L;

  private final Source<T, SplitT, StateT> source;
  private final TypeInformation<T> type;
  private final SerializableSupplier<T> marker;

  /**
   * @param source the source to hold open; its enumerator says when there are no more splits
   * @param type type of its records, the marker among them
   * @param marker makes the record that stands for the end of the input
   */
  public HeldOpenSource(
      Source<T, SplitT, StateT> source, TypeInformation<T> type, SerializableSupplier<T> marker) {
    this.source = source;
    this.type = type;
    this.marker = marker;
  }

  @Override
  public Boundedness getBoundedness() {
    return Boundedness.CONTINUOUS_UNBOUNDED;
  }

  @Override
  public SourceReader<T, SplitT> createReader(SourceReaderContext context) throws Exception {
    return new HeldOpenReader<>(source.createReader(context), marker.get());
  }

  @Override
  public SplitEnumerator<SplitT, StateT> createEnumerator(SplitEnumeratorContext<SplitT> context)
      throws Exception {
    return source.createEnumerator(context);
  }

  @Override
  public SplitEnumerator<SplitT, StateT> restoreEnumerator(
      SplitEnumeratorContext<SplitT> context, StateT state) throws Exception {
    return source.restoreEnumerator(context, state);
  }

  @Override
  public SimpleVersionedSerializer<SplitT> getSplitSerializer() {
    return source.getSplitSerializer();
  }

  @Override
  public SimpleVersionedSerializer<StateT> getEnumeratorCheckpointSerializer() {
    return source.getEnumeratorCheckpointSerializer();
  }

  @Override
  public TypeInformation<T> getProducedType() {
    return type;
  }
}
