// SPDX-License-Identifier: Apache-2.0
package io.orrery.testkit.transport;

import io.orrery.model.encoding.ByteReader;
import io.orrery.model.encoding.ByteWriter;
import io.orrery.partition.host.HostCodec;
import io.orrery.partition.host.HostCommand;
import io.orrery.partition.host.HostOutcome;
import io.orrery.partition.host.PartitionHost;
import io.orrery.partition.layout.PartitionId;
import io.orrery.partition.service.PartitionRequest.Provision;
import io.orrery.partition.service.PartitionService;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/// A host on the other side of the network. Its failures come back as they are: they are for logs.
final class FarHost implements PartitionHost {
  private final PartitionHost host;
  private final ImaginaryNetwork network;

  FarHost(PartitionHost host, ImaginaryNetwork network) {
    this.host = host;
    this.network = network;
  }

  @Override
  public List<HostOutcome> carryOut(List<? extends HostCommand> commands) {
    List<RuntimeException> failure = new ArrayList<>();
    byte[] reply =
        network.exchange(
            encode(commands, HostCodec::encode), bytes -> carryOut(bytes, failure), () -> {});
    if (!failure.isEmpty()) {
      throw failure.getFirst();
    }
    return decode(reply, HostCodec::decodeOutcome);
  }

  private byte[] carryOut(byte[] bytes, List<RuntimeException> failure) {
    try {
      List<HostCommand> commands = decode(bytes, HostCodec::decodeCommand);
      return encode(host.carryOut(commands), HostCodec::encode);
    } catch (RuntimeException e) {
      failure.add(e);
      return new byte[0];
    }
  }

  private static <T> byte[] encode(List<? extends T> messages, Function<T, byte[]> codec) {
    ByteWriter out = new ByteWriter().writeVarint(messages.size());
    for (T message : messages) {
      out.writeBlock(codec.apply(message));
    }
    return out.toByteArray();
  }

  private static <T> List<T> decode(byte[] bytes, Function<byte[], T> codec) {
    ByteReader in = new ByteReader(bytes);
    List<T> messages = new ArrayList<>();
    for (int count = in.readLength(); count > 0; count--) {
      messages.add(codec.apply(in.readBlock()));
    }
    in.requireEnd();
    return messages;
  }

  @Override
  public PartitionService serve(PartitionId id, Provision provision) {
    return new FarPartition(host.serve(id, provision), network);
  }

  @Override
  public void reclaim(int container) {
    host.reclaim(container);
  }
}
