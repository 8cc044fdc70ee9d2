// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway;

import io.orrery.partition.host.HostCommand;
import io.orrery.partition.host.HostOutcome;
import io.orrery.partition.host.PartitionHost;
import io.orrery.partition.layout.PartitionId;
import io.orrery.partition.service.MessageCodec;
import io.orrery.partition.service.PartitionAnswer;
import io.orrery.partition.service.PartitionCall;
import io.orrery.partition.service.PartitionReply;
import io.orrery.partition.service.PartitionRequest;
import io.orrery.partition.service.PartitionRequest.Provision;
import io.orrery.partition.service.PartitionService;
import java.util.List;

/// A partition to which everything goes as bytes, as if it were elsewhere.
record SentPartition(PartitionService elsewhere) implements PartitionService {

  /// A host of such partitions.
  record Host(PartitionHost elsewhere) implements PartitionHost {
    @Override
    public List<HostOutcome> carryOut(List<? extends HostCommand> commands) {
      return elsewhere.carryOut(commands);
    }

    @Override
    public PartitionService serve(PartitionId id, Provision provision) {
      return new SentPartition(elsewhere.serve(id, provision));
    }

    @Override
    public void reclaim(int container) {
      elsewhere.reclaim(container);
    }
  }

  @Override
  public PartitionId id() {
    return elsewhere.id();
  }

  @Override
  public <A extends PartitionAnswer> PartitionReply<A> ask(
      PartitionRequest<A> request, PartitionCall call) {
    MessageCodec.Message arrived = MessageCodec.decode(MessageCodec.encode(request, call));
    byte[] reply = MessageCodec.encode(elsewhere.ask(arrived.request(), arrived.call()));
    return MessageCodec.decodeReply(reply, request);
  }

  @Override
  public void cancel(long request) {
    elsewhere.cancel(request);
  }

  @Override
  public void close() {
    elsewhere.close();
  }
}
