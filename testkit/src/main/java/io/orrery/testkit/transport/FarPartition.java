// SPDX-License-Identifier: Apache-2.0
package io.orrery.testkit.transport;

import io.orrery.model.encoding.ByteReader;
import io.orrery.model.encoding.ByteWriter;
import io.orrery.partition.layout.PartitionId;
import io.orrery.partition.service.MessageCodec;
import io.orrery.partition.service.PartitionAnswer;
import io.orrery.partition.service.PartitionCall;
import io.orrery.partition.service.PartitionReply;
import io.orrery.partition.service.PartitionRequest;
import io.orrery.partition.service.PartitionService;

/// A partition on the other side of the network.
final class FarPartition implements PartitionService {
  private final PartitionService partition;
  private final PartitionId id;
  private final ImaginaryNetwork network;

  FarPartition(PartitionService partition, ImaginaryNetwork network) {
    this.partition = partition;
    this.id = partition.id();
    this.network = network;
  }

  @Override
  public PartitionId id() {
    return id;
  }

  @Override
  public <A extends PartitionAnswer> PartitionReply<A> ask(
      PartitionRequest<A> request, PartitionCall call) {
    // Whether it was split, a partition tells only by itself.
    boolean always = request instanceof PartitionRequest.Describe;
    switch (network.fate()) {
      case DELIVERED -> {}
      case NOT_LEADER -> {
        return new PartitionReply.NotLeader<>();
      }
      case MOVED -> {
        return always ? new PartitionReply.NotLeader<>() : new PartitionReply.Moved<>();
      }
    }
    byte[] reply =
        network.exchange(
            MessageCodec.encode(request, call), this::answer, () -> cancel(call.request()));
    return MessageCodec.decodeReply(reply, request);
  }

  /// On the far side.
  private byte[] answer(byte[] bytes) {
    try {
      MessageCodec.Message message = MessageCodec.decode(bytes);
      return MessageCodec.encode(partition.ask(message.request(), message.call()));
    } catch (RuntimeException | Error e) {
      return MessageCodec.encode(ImaginaryNetwork.told(e));
    }
  }

  @Override
  public void cancel(long request) {
    byte[] message = new ByteWriter(8).writeLong(request).toByteArray();
    network.send(() -> partition.cancel(new ByteReader(message).readLong()));
  }

  @Override
  public void close() {
    partition.close();
  }
}
