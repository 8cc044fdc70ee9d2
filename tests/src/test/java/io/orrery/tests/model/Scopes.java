// SPDX-License-Identifier: Apache-2.0
package io.orrery.tests.model;

import io.orrery.gateway.Scope;
import io.orrery.model.container.ItemKey;
import io.orrery.model.key.EffectivePartitionKey;
import io.orrery.model.key.HashRange;
import io.orrery.model.key.PartitionKey;
import java.util.List;
import java.util.Random;
import java.util.function.Predicate;

/// Parts of a container, chosen at random.
final class Scopes {

  /// A part, as the engine and as the model know it.
  record Part(Scope scope, Predicate<ItemKey> holds) {
    static final Part ALL = new Part(Scope.ALL, _ -> true);
  }

  private final World world;
  private final Random random;

  Scopes(World world) {
    this.world = world;
    this.random = world.random();
  }

  Part any(ContainerModel container) {
    return switch (random.nextInt(6)) {
      case 0 -> oneKey(container);
      case 1 -> ranges(List.of(anyRange(container)));
      case 2 -> ranges(List.of(anyRange(container), anyRange(container)));
      case 3 -> container.template() == Template.LEVELS ? prefix(container) : Part.ALL;
      default -> Part.ALL;
    };
  }

  private ItemKey anyKey(ContainerModel container) {
    Template template = container.template();
    return template.key(world.handle(container), template.partitionKey(random), 0);
  }

  private Part oneKey(ContainerModel container) {
    ItemKey key = anyKey(container);
    return new Part(Scope.of(key), key::sharesPartitionKey);
  }

  /// Between two keys' places on the ring.
  private HashRange anyRange(ContainerModel container) {
    EffectivePartitionKey one = anyKey(container).position();
    EffectivePartitionKey other = anyKey(container).position();
    int order = one.compareTo(other);
    if (order == 0) {
      return new HashRange(one, EffectivePartitionKey.MAX);
    }
    return order < 0 ? new HashRange(one, other) : new HashRange(other, one);
  }

  private Part prefix(ContainerModel container) {
    PartitionKey key = container.template().partitionKey(random);
    PartitionKey prefix =
        new PartitionKey(key.components().subList(0, 1 + random.nextInt(key.size())));
    return ranges(List.of(container.definition().key().prefixRange(prefix)));
  }

  private static Part ranges(List<HashRange> ranges) {
    return new Part(
        Scope.of(ranges), key -> ranges.stream().anyMatch(range -> range.contains(key.position())));
  }
}
