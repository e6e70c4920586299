// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.benchmarks;

import io.autocdc.dsl.type.TableSchema;
import io.autocdc.json.JsonRowReader;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import org.apache.flink.formats.common.TimestampFormat;
import org.apache.flink.formats.json.JsonParserRowDataDeserializationSchema;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.typeutils.InternalTypeInfo;
import org.apache.flink.table.types.logical.RowType;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** Reading a line of JSON: this product's strict reader beside Flink's own format. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class JsonReadBenchmark {

  private static final byte[] LINE =
      ("{\"customer_id\":\"C007\",\"name\":\"Greta Rossi\",\"city\":\"Porto\",\"tier\":\"plus\","
              + "\"balance\":1250.75,\"visits\":42,\"last_seen\":\"2026-01-01T14:10:00\","
              + "\"operation\":\"UPDATE\",\"sequence_num\":500}")
          .getBytes(StandardCharsets.UTF_8);

  private JsonRowReader ours;
  private JsonParserRowDataDeserializationSchema flinks;

  @Setup
  public void open() throws Exception {
    RowType type =
        TableSchema.parse(
                "customer_id STRING, name STRING, city STRING, tier STRING, balance DECIMAL(10, 2),"
                    + " visits INT, last_seen TIMESTAMP(3), operation STRING, sequence_num BIGINT")
            .toRowType();
    ours = JsonRowReader.of(type);
    flinks =
        new JsonParserRowDataDeserializationSchema(
            type, InternalTypeInfo.of(type), false, false, TimestampFormat.ISO_8601, null);
    flinks.open(null);
  }

  @Benchmark
  public RowData autocdc() throws Exception {
    return ours.read(LINE);
  }

  @Benchmark
  public RowData flink() throws Exception {
    return flinks.deserialize(LINE);
  }
}
