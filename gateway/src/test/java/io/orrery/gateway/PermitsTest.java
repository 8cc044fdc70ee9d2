// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.control.Route;
import io.orrery.model.Limits;
import io.orrery.model.key.HashRange;
import io.orrery.partition.fragment.ComputeShare;
import io.orrery.partition.fragment.FairScheduler;
import io.orrery.partition.layout.PartitionId;
import io.orrery.partition.service.PartitionAnswer;
import io.orrery.partition.service.PartitionCall;
import io.orrery.partition.service.PartitionReply;
import io.orrery.partition.service.PartitionRequest;
import io.orrery.partition.service.PartitionRequest.FindAll;
import io.orrery.partition.service.PartitionRequest.Sight;
import io.orrery.partition.service.PartitionService;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;

/// A gateway and partitions of one process compute with the same permits, here a single one.
class PermitsTest {
  private static final Duration LONG = Duration.ofMillis(10);
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final FakeTime time = new FakeTime();
  private final ComputeShare share = ComputeShare.of(Limits.DEFAULT, time, 1);

  /// A thread of a query kept the permit that the partition needed to answer it: both waited until
  /// the time of the query was over.
  @Test
  void whoAsksAPartitionLetsGoOfItsPermit() throws Exception {
    try (Bed bed = Bed.inMemory();
        var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      ContainerHandle container = bed.create("c", Bed.BY_KEY, 1);
      var request = new FindAll(Sight.first(Bed.key(container, "a", "1")), List.of());
      var calls =
          new PartitionCalls(
              new GatewaySettings(Limits.DEFAULT, time, time, share, Optional.empty()));
      PartitionReply<PartitionAnswer.FoundAll> reply =
          threads
              .submit(
                  () -> {
                    RequestContext context = context();
                    try (var _ = context.computing()) {
                      time.pass(LONG);
                      context.checkpoint();
                      Thread elsewhere = computing();
                      assertThat(elsewhere.join(Duration.ofMillis(50))).isFalse();
                      return calls.ask(
                          container,
                          new Route(HashRange.FULL, new Answering(elsewhere), List.of()),
                          request,
                          PartitionCalls.Entry.READ,
                          context);
                    }
                  })
              .get();
      assertThat(reply).isInstanceOf(PartitionReply.Moved.class);
    }
  }

  private RequestContext context() {
    return new RequestContext(
        time, share.scheduler(), PATIENCE.multipliedBy(2), SessionToken.NONE, new UUID(0, 1));
  }

  /// A thread that ends when it was given the permit.
  private Thread computing() {
    return Thread.ofVirtual()
        .start(
            () -> {
              try (FairScheduler.Share own = share.scheduler().begin()) {
                time.pass(LONG);
                own.yieldIfDue(time.getAsLong(), Long.MAX_VALUE);
              }
            });
  }

  /// A partition whose answer takes what another thread computes.
  private record Answering(Thread computing) implements PartitionService {
    @Override
    public PartitionId id() {
      return new PartitionId(1, 0);
    }

    @Override
    public <A extends PartitionAnswer> PartitionReply<A> ask(
        PartitionRequest<A> request, PartitionCall call) {
      try {
        assertThat(computing.join(PATIENCE)).as("has the permit").isTrue();
      } catch (InterruptedException e) {
        throw new IllegalStateException("Interrupted, and nobody should", e);
      }
      return new PartitionReply.Moved<>();
    }

    @Override
    public void cancel(long request) {}

    @Override
    public void close() {}
  }
}
