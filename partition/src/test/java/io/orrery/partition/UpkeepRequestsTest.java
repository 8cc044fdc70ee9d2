// SPDX-License-Identifier: Apache-2.0
package io.orrery.partition;

import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.model.Limits;
import io.orrery.partition.command.Command;
import io.orrery.partition.command.PartitionSettings;
import io.orrery.partition.fragment.ComputeShare;
import io.orrery.partition.fragment.FragmentExecutor;
import io.orrery.partition.service.Buckets;
import io.orrery.partition.service.LocalPartition;
import io.orrery.partition.service.PartitionAnswer;
import io.orrery.partition.service.PartitionCall;
import io.orrery.partition.service.PartitionCall.Charging;
import io.orrery.partition.service.PartitionReply;
import io.orrery.partition.service.PartitionRequest;
import io.orrery.partition.service.PartitionRequest.Provision;
import io.orrery.plan.program.Languages;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/// What keeps a partition in order, as others ask for it.
class UpkeepRequestsTest {
  private static final FragmentExecutor EXECUTOR =
      new FragmentExecutor(
          Languages.NONE, Limits.DEFAULT, ComputeShare.of(Limits.DEFAULT, () -> 0));

  private static final PartitionSettings EXPIRING =
      new PartitionSettings(Samples.PLAIN.indexing(), List.of(), 10, 0, Samples.PLAIN.bounds());

  private static LocalPartition serve(Sandbox sandbox) {
    Provision own = new Provision(new Provision.Share.Own(), 400);
    return new LocalPartition(
        sandbox.partition, new Buckets(() -> 0, true).throttle(own), EXECUTOR, () -> 0);
  }

  private static <A extends PartitionAnswer> A free(
      Sandbox sandbox, LocalPartition service, PartitionRequest<A> request) {
    PartitionReply<A> reply =
        service.ask(
            request,
            new PartitionCall(7, Duration.ofSeconds(20).toNanos(), sandbox.now, 0, Charging.FREE));
    assertThat(reply).isInstanceOf(PartitionReply.Answered.class);
    return ((PartitionReply.Answered<A>) reply).answer();
  }

  @Test
  void heaviestLogicalPartitionsAndTheMiddleAreFound() {
    try (Sandbox sandbox = new Sandbox(Samples.PLAIN)) {
      LocalPartition service = serve(sandbox);
      assertThat(free(sandbox, service, new PartitionRequest.FindSplitPoint()).at()).isNull();
      for (String key : List.of("a", "b", "c")) {
        sandbox.create(key, "1", "{'text':'" + key.repeat(100) + "'}");
      }
      sandbox.create("b", "2", "{}");
      var heaviest = free(sandbox, service, new PartitionRequest.FindHeaviest(1));
      assertThat(heaviest.partitions())
          .extracting(weight -> weight.key())
          .containsExactly(Samples.key("b", "").withRowKey(new byte[0]));
      var at =
          Objects.requireNonNull(
              free(sandbox, service, new PartitionRequest.FindSplitPoint()).at());
      sandbox.submit(new Command.PrepareSplit(sandbox.now, at));
      var left = free(sandbox, service, new PartitionRequest.CountLeft(at)).counters();
      assertThat(left).isEqualTo(sandbox.leftAtPrepare(at));
    }
  }

  @Test
  void maintenanceGoesOnUntilNothingIsDue() {
    try (Sandbox sandbox = new Sandbox(Samples.PLAIN)) {
      for (int i = 0; i < 10; i++) {
        sandbox.create("a", "" + i, "{}");
      }
      sandbox.configure(EXPIRING);
      LocalPartition service = serve(sandbox);
      int pieces = 0;
      while (free(sandbox, service, new PartitionRequest.Maintain(3)).worked()) {
        assertThat(++pieces).isLessThan(100);
      }
      assertThat(pieces).isGreaterThan(3);
      assertThat(free(sandbox, service, new PartitionRequest.Describe()).indexedUpTo()).isNull();
      sandbox.assertSound();
    }
  }
}
