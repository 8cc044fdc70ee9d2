// SPDX-License-Identifier: Apache-2.0
package io.orrery.partition.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.orrery.model.Direction;
import io.orrery.model.ErrorCode;
import io.orrery.model.Limits;
import io.orrery.model.OrreryException;
import io.orrery.model.SystemTime;
import io.orrery.model.container.Counters;
import io.orrery.model.container.ItemKey;
import io.orrery.model.key.EffectivePartitionKey;
import io.orrery.model.key.HashRange;
import io.orrery.partition.Hostility;
import io.orrery.partition.Partition;
import io.orrery.partition.Samples;
import io.orrery.partition.StoreDigest;
import io.orrery.partition.command.Command;
import io.orrery.partition.command.Outcome;
import io.orrery.partition.host.HostCommand.CreatePartition;
import io.orrery.partition.host.HostCommand.DropPartition;
import io.orrery.partition.host.HostCommand.InheritPartition;
import io.orrery.partition.layout.PartitionId;
import io.orrery.partition.service.Buckets;
import io.orrery.plan.update.Operation;
import io.orrery.storage.Family;
import io.orrery.storage.KeyRange;
import io.orrery.storage.MemoryStore;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LocalHostTest {
  private static final Duration PATIENCE = Duration.ofSeconds(20);
  private static final EffectivePartitionKey MIDDLE =
      EffectivePartitionKey.parse("1FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF");
  private static final HashRange LEFT = new HashRange(EffectivePartitionKey.MIN, MIDDLE);
  private static final HashRange RIGHT = new HashRange(MIDDLE, EffectivePartitionKey.MAX);
  private static final PartitionId FIRST = new PartitionId(7, 0);
  private static final PartitionId SECOND = new PartitionId(7, 1);

  private final MemoryStore store = new MemoryStore();
  private final LocalHost host =
      new LocalHost(store, Limits.DEFAULT, new Buckets(SystemTime.TICKER, true));

  @AfterEach
  void close() {
    store.close();
  }

  private static CreatePartition create(PartitionId id, HashRange range) {
    return new CreatePartition(id, range, Samples.RICH);
  }

  private void fill(PartitionId id, HashRange range, int count) {
    try (Partition partition = host.open(id)) {
      for (int i = 0, written = 0; written < count; i++) {
        ItemKey key = Samples.key("key " + i, "id");
        if (range.contains(key.position())) {
          var item = Samples.item("{'id':'id','a':%d,'email':'%d'}".formatted(i, i));
          var write = new Command.Write(i, List.of(new Operation.Create(key, item)));
          assertThat(partition.submit(write, PATIENCE)).isInstanceOf(Outcome.Written.class);
          written++;
        }
      }
    }
  }

  private boolean isEmpty(Family family) {
    try (var cursor = store.scan(family, KeyRange.ALL, Direction.FORWARD)) {
      return !cursor.next();
    }
  }

  @Test
  void whatWasCreatedIsNotCreatedTwice() {
    List<CreatePartition> commands = List.of(create(FIRST, LEFT), create(SECOND, RIGHT));
    assertThat(host.carryOut(commands))
        .containsExactly(new HostOutcome.Done(true), new HostOutcome.Done(true));
    fill(FIRST, LEFT, 3);
    assertThat(host.carryOut(commands))
        .containsExactly(new HostOutcome.Done(false), new HostOutcome.Done(false));
    try (Partition partition = host.open(FIRST)) {
      assertThat(partition.state().counters().items()).isEqualTo(3);
    }
  }

  @Test
  void oneThatIsDeclinedKeepsTheOthersFromBeingDone() {
    host.carryOut(List.of(create(FIRST, LEFT)));
    List<HostOutcome> outcomes =
        host.carryOut(List.of(create(SECOND, RIGHT), create(FIRST, HashRange.FULL)));
    assertThat(outcomes.getLast()).isInstanceOf(HostOutcome.Declined.class);
    assertThatThrownBy(() -> host.open(SECOND).close())
        .isInstanceOfSatisfying(
            OrreryException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CORRUPTED));
  }

  @Test
  void aDroppedPartitionLeavesNothingAndItsSiblingEverything() {
    host.carryOut(List.of(create(FIRST, LEFT), create(SECOND, RIGHT)));
    fill(FIRST, LEFT, 5);
    fill(SECOND, RIGHT, 4);
    assertThat(host.carryOut(List.of(new DropPartition(FIRST, LEFT))))
        .containsExactly(new HostOutcome.Done(true));
    try (Partition sibling = host.open(SECOND);
        var view = sibling.view(0);
        var items = view.items(HashRange.FULL, null, Direction.FORWARD)) {
      int count = 0;
      while (items.next()) {
        count++;
      }
      assertThat(count).isEqualTo(4);
    }
    host.carryOut(List.of(new DropPartition(SECOND, RIGHT)));
    for (Family family : Family.values()) {
      assertThat(isEmpty(family)).as("%s", family).isTrue();
    }
    assertThat(host.carryOut(List.of(new DropPartition(SECOND, RIGHT))))
        .containsExactly(new HostOutcome.Done(false));
  }

  @Test
  void whatASplitPartitionHeldIsItsChildrens() {
    host.carryOut(List.of(create(FIRST, HashRange.FULL)));
    fill(FIRST, HashRange.FULL, 10);
    try (Partition parent = host.open(FIRST)) {
      Counters none = Counters.ZERO;
      assertThat(parent.submit(new Command.PrepareSplit(20, MIDDLE), PATIENCE))
          .isInstanceOf(Outcome.Done.class);
      assertThat(parent.submit(new Command.Split(20, MIDDLE, 1, 2, none), PATIENCE))
          .isInstanceOf(Outcome.Done.class);
    }
    List<InheritPartition> births =
        List.of(
            new InheritPartition(FIRST.sibling(1), FIRST),
            new InheritPartition(FIRST.sibling(2), FIRST));
    assertThat(host.carryOut(births))
        .containsExactly(new HostOutcome.Done(true), new HostOutcome.Done(true));
    byte[] born = StoreDigest.of(store);
    assertThat(host.carryOut(births))
        .containsExactly(new HostOutcome.Done(false), new HostOutcome.Done(false));
    assertThat(host.carryOut(List.of(new InheritPartition(FIRST.sibling(3), FIRST))).getFirst())
        .isInstanceOf(HostOutcome.Declined.class);
    assertThat(StoreDigest.of(store)).isEqualTo(born);
    host.carryOut(List.of(new DropPartition(FIRST, null)));
    assertThat(isEmpty(Family.ITEMS)).isFalse();
    assertThat(isEmpty(Family.INDEX)).isTrue();
    host.carryOut(
        List.of(new DropPartition(SECOND, LEFT), new DropPartition(FIRST.sibling(2), RIGHT)));
    assertThat(isEmpty(Family.ITEMS)).isTrue();
    assertThat(isEmpty(Family.META)).isTrue();
  }

  @Test
  void messagesComeBackAsTheyWere() {
    List<HostCommand> commands =
        List.of(
            create(FIRST, LEFT),
            create(new PartitionId(Integer.MAX_VALUE, 3), HashRange.FULL),
            new DropPartition(FIRST, RIGHT),
            new DropPartition(SECOND, null),
            new InheritPartition(SECOND, FIRST));
    for (HostCommand command : commands) {
      assertThat(HostCodec.decodeCommand(HostCodec.encode(command))).isEqualTo(command);
    }
    List<HostOutcome> outcomes =
        List.of(
            new HostOutcome.Done(true),
            new HostOutcome.Done(false),
            new HostOutcome.Declined("ä reason"));
    for (HostOutcome outcome : outcomes) {
      assertThat(HostCodec.decodeOutcome(HostCodec.encode(outcome))).isEqualTo(outcome);
    }
    Hostility.against(HostCodec::decodeCommand, commands.stream().map(HostCodec::encode).toList());
    Hostility.against(HostCodec::decodeOutcome, outcomes.stream().map(HostCodec::encode).toList());
  }
}
