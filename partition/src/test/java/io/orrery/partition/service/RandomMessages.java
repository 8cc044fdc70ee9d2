// SPDX-License-Identifier: Apache-2.0
package io.orrery.partition.service;

import io.orrery.model.Direction;
import io.orrery.model.container.Change;
import io.orrery.model.container.ChangedItem;
import io.orrery.model.container.Counters;
import io.orrery.model.container.Item;
import io.orrery.model.container.ItemKey;
import io.orrery.model.container.ItemVersion;
import io.orrery.model.container.RequestCharge;
import io.orrery.model.key.EffectivePartitionKey;
import io.orrery.model.key.HashRange;
import io.orrery.model.key.RowRange;
import io.orrery.partition.Samples;
import io.orrery.partition.command.Command;
import io.orrery.partition.command.Expectation;
import io.orrery.partition.command.Outcome;
import io.orrery.partition.fragment.ReadState;
import io.orrery.partition.layout.KeyedItem;
import io.orrery.partition.service.PartitionCall.Charging;
import io.orrery.partition.service.PartitionRequest.Provision.Share;
import io.orrery.partition.service.PartitionRequest.ReadChanges;
import io.orrery.partition.service.PartitionRequest.Sight;
import io.orrery.partition.throughput.HotKey;
import io.orrery.partition.throughput.Spending;
import io.orrery.plan.update.Operation;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Requests and answers of every kind, with contents drawn from a seed.
final class RandomMessages {
  private final Random random;
  private final RandomFragments fragments;

  RandomMessages(long seed) {
    this.random = new Random(seed);
    this.fragments = new RandomFragments(random, () -> new KeyedItem(key(), item()));
  }

  PartitionCall call() {
    return new PartitionCall(
        random.nextLong(),
        random.nextInt(3) == 0 ? -number() : number(),
        number(),
        number(),
        any(Charging.values()));
  }

  /// One of each kind.
  List<PartitionRequest<?>> requests() {
    return List.of(
        new PartitionRequest.Submit(command()),
        new PartitionRequest.Find(key()),
        new PartitionRequest.FindAll(sight(), list(this::key)),
        new PartitionRequest.ScanRows(
            sight(),
            new RowRange(bytes(), maybe(this::bytes)),
            random.nextBoolean() ? Direction.FORWARD : Direction.REVERSE,
            count(),
            number()),
        new ReadChanges(
            random.nextBoolean() ? ReadChanges.Versions.ALL : ReadChanges.Versions.LATEST,
            range(),
            maybe(this::key),
            number(),
            number(),
            count(),
            number(),
            number()),
        new PartitionRequest.OpenRead(),
        new PartitionRequest.EstimateRead(random.nextLong(), fragments.estimate()),
        new PartitionRequest.ReadFragment(
            random.nextLong(), fragments.fragment(), random.nextBoolean()),
        new PartitionRequest.CloseRead(
            random.nextLong(), random.nextBoolean(), random.nextBoolean() ? key() : null),
        new PartitionRequest.Describe(),
        new PartitionRequest.FindHeaviest(count()),
        new PartitionRequest.FindHottest(count()),
        new PartitionRequest.Maintain(count()),
        new PartitionRequest.Spend(key(), charge()),
        new PartitionRequest.Provision(
            random.nextBoolean() ? new Share.Own() : new Share.Of(count(), count()), number()),
        new PartitionRequest.FindSplitPoint(),
        new PartitionRequest.CountLeft(position()));
  }

  /// One of each kind.
  List<PartitionAnswer> answers() {
    return List.of(
        new PartitionAnswer.Submitted(outcome()),
        new PartitionAnswer.Found(optionalItem(), number()),
        new PartitionAnswer.FoundAll(
            random.nextBoolean(),
            list(this::optionalItem),
            number(),
            random.nextBoolean() ? Sight.NOTHING : number(),
            number()),
        new PartitionAnswer.Rows(
            random.nextBoolean(),
            number(),
            number(),
            list(() -> new KeyedItem(key(), item())),
            random.nextBoolean(),
            number(),
            charge()),
        new PartitionAnswer.Changes(
            list(this::change), number(), random.nextBoolean(), number(), charge()),
        new PartitionAnswer.Opened(
            new ReadState(
                random.nextLong(),
                range(),
                number(),
                counters(),
                List.of(Samples.RICH.indexing()),
                count())),
        new PartitionAnswer.Estimated(number(), number()),
        new PartitionAnswer.FragmentRead(fragments.page(), number()),
        new PartitionAnswer.ReadClosed(charge(), number()),
        new PartitionAnswer.Description(
            range(),
            random.nextBoolean(),
            random.nextBoolean(),
            number(),
            counters(),
            random.nextBoolean() ? -1 : number(),
            number(),
            random.nextBoolean() ? Samples.PLAIN : Samples.RICH,
            maybe(this::bytes),
            random.nextBoolean(),
            number(),
            new Spending(number(), number(), number()),
            number(),
            maybe(this::text)),
        new PartitionAnswer.Heaviest(
            list(() -> new PartitionAnswer.Heaviest.Weight(key(), counters())), number()),
        new PartitionAnswer.Hottest(list(() -> new HotKey(key(), number(), number())), number()),
        new PartitionAnswer.Maintained(random.nextBoolean(), number()),
        new PartitionAnswer.Spent(charge(), number()),
        new PartitionAnswer.Provisioned(number()),
        new PartitionAnswer.SplitPoint(maybe(this::position), number()),
        new PartitionAnswer.Counted(counters(), number()));
  }

  private Command command() {
    return switch (random.nextInt(4)) {
      case 0 -> new Command.DeleteLogicalPartition(number(), key());
      case 1 -> new Command.Configure(number(), Samples.RICH);
      case 2 -> new Command.PrepareSplit(number(), position());
      default -> new Command.Write(number(), list(this::expectation), list(this::operation));
    };
  }

  private Operation operation() {
    return random.nextBoolean()
        ? new Operation.Upsert(
            key(), new Operation.NewItem(bytes(), count(), random.nextBoolean()), version())
        : new Operation.Delete(key(), maybe(this::version));
  }

  private Outcome outcome() {
    var work = new Outcome.Work(number(), count());
    return switch (random.nextInt(4)) {
      case 0 -> new Outcome.Written(number(), list(() -> new Outcome.Result.Created(item(), work)));
      case 1 -> new Outcome.Refused(number(), count(), new Outcome.Refusal.VersionDiffers(item()));
      case 2 -> new Outcome.Done(number(), count(), random.nextBoolean());
      default -> new Outcome.Declined(text());
    };
  }

  private Sight sight() {
    return new Sight(
        key(),
        number(),
        random.nextBoolean() ? Sight.NOTHING : number(),
        random.nextBoolean() ? Sight.NOTHING : number(),
        list(this::expectation));
  }

  private Expectation expectation() {
    return random.nextBoolean()
        ? new Expectation.Version(key(), maybe(this::version))
        : new Expectation.Unchanged(key(), number());
  }

  private ChangedItem change() {
    Change.Operation[] operations = Change.Operation.values();
    return new ChangedItem(
        version(),
        operations[random.nextInt(operations.length)],
        number(),
        key(),
        optionalItem(),
        optionalItem());
  }

  private Optional<Item> optionalItem() {
    return random.nextBoolean() ? Optional.of(item()) : Optional.empty();
  }

  private Item item() {
    return new Item(
        version(),
        number(),
        number(),
        random.nextBoolean() ? Item.TTL_NEVER : count(),
        random.nextBoolean(),
        bytes());
  }

  private ItemVersion version() {
    return new ItemVersion(number() >>> 13, random.nextInt(ItemVersion.INDEX_MAX + 1));
  }

  private ItemKey key() {
    return Samples.key("k" + random.nextInt(100), "i" + random.nextInt(100));
  }

  private Counters counters() {
    return new Counters(number(), -number(), number());
  }

  private RequestCharge charge() {
    return new RequestCharge(number());
  }

  private HashRange range() {
    EffectivePartitionKey one = position();
    EffectivePartitionKey other = position();
    while (one.equals(other)) {
      other = position();
    }
    return one.compareTo(other) < 0 ? new HashRange(one, other) : new HashRange(other, one);
  }

  private EffectivePartitionKey position() {
    byte[] bytes = new byte[1 + random.nextInt(16)];
    random.nextBytes(bytes);
    return EffectivePartitionKey.of(bytes);
  }

  private byte[] bytes() {
    byte[] bytes = new byte[random.nextInt(40)];
    random.nextBytes(bytes);
    return bytes;
  }

  private String text() {
    return "not ready: ü " + random.nextInt();
  }

  /// Of any size.
  private long number() {
    return random.nextLong() >>> (1 + random.nextInt(63));
  }

  private int count() {
    return random.nextInt() >>> (1 + random.nextInt(31));
  }

  private <T> List<T> list(Supplier<T> each) {
    List<T> list = new ArrayList<>();
    for (int left = random.nextInt(4); left > 0; left--) {
      list.add(each.get());
    }
    return list;
  }

  private <T> @Nullable T maybe(Supplier<T> value) {
    return random.nextBoolean() ? value.get() : null;
  }

  private <T> T any(T[] values) {
    return values[random.nextInt(values.length)];
  }
}
