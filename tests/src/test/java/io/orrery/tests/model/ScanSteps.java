// SPDX-License-Identifier: Apache-2.0
package io.orrery.tests.model;

import io.orrery.gateway.LogicalPartitionScan;
import io.orrery.gateway.Page;
import io.orrery.gateway.PageRequest;
import io.orrery.gateway.Row;
import io.orrery.gateway.Scope;
import io.orrery.model.Direction;
import io.orrery.model.container.Api;
import io.orrery.model.container.IndexingPolicy;
import io.orrery.model.container.ItemKey;
import io.orrery.model.container.ItemVersion;
import io.orrery.model.key.PropertyPath;
import io.orrery.model.key.RowRange;
import io.orrery.model.value.Value;
import io.orrery.tests.model.OrderedQuery.Place;
import io.orrery.tests.query.SqlQueries;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/// Begins scans and queries of every kind, with random bounds, filters, scopes and orders.
final class ScanSteps {
  static final List<PropertyPath> PATHS =
      List.of(
          PropertyPath.parse("/number"),
          PropertyPath.parse("/name"),
          PropertyPath.parse("/mixed"),
          PropertyPath.parse("/nested/deep"));

  private final World world;
  private final Random random;
  private final RandomItems items;

  ScanSteps(World world) {
    this.world = world;
    this.random = world.random();
    this.items = new RandomItems(random);
  }

  OpenScan<?, ?> any(ContainerModel container) {
    return switch (random.nextInt(4)) {
      case 0 -> logicalPartition(container);
      case 1 -> items(container, scopes().any(container));
      default -> query(container, anyQuery(), scopes().any(container));
    };
  }

  Scopes scopes() {
    return new Scopes(world);
  }

  private Direction anyDirection() {
    return random.nextBoolean() ? Direction.FORWARD : Direction.REVERSE;
  }

  private <R, P> OpenScan<R, P> open(ContainerModel container, OpenScan.Plan<R, P> plan) {
    return new OpenScan<>(plan, container, random);
  }

  /// Items in the order of their keys.
  private abstract static class KeyPlan implements OpenScan.Plan<Row, ItemKey> {
    @Override
    public ItemKey key(ItemKey place) {
      return place;
    }

    @Override
    public ItemKey keyOf(Row row) {
      return row.key();
    }

    @Override
    public ItemVersion versionOf(Row row) {
      return row.item().version();
    }
  }

  private OpenScan<?, ?> logicalPartition(ContainerModel container) {
    Template template = container.template();
    Direction direction = anyDirection();
    byte[] from = random.nextBoolean() ? new byte[0] : anyRow(template);
    byte[] to = random.nextBoolean() ? null : anyRow(template);
    ItemKey any = template.key(world.handle(container), template.partitionKey(random), 0);
    LogicalPartitionScan scan = new LogicalPartitionScan(any, new RowRange(from, to), direction);
    return open(
        container,
        new KeyPlan() {
          @Override
          public Page<Row> read(PageRequest request) {
            return world
                .gateway()
                .scanLogicalPartition(
                    world.handle(container), scan, request, world.request(container));
          }

          @Override
          public List<ItemKey> expected() {
            return directed(
                direction,
                container.itemsOf(any).stream()
                    .map(ModelItem::key)
                    .filter(key -> isBetween(key.rowKey(), from, to))
                    .toList());
          }

          @Override
          public boolean isBehind(ItemKey place, ItemKey last) {
            return direction == Direction.FORWARD
                ? place.compareTo(last) > 0
                : place.compareTo(last) < 0;
          }
        });
  }

  private byte[] anyRow(Template template) {
    return template.rowKey(random.nextInt(template.ids()));
  }

  private static boolean isBetween(byte[] row, byte[] from, byte @Nullable [] to) {
    return Arrays.compareUnsigned(from, row) <= 0
        && (to == null || Arrays.compareUnsigned(row, to) < 0);
  }

  private static <T> List<T> directed(Direction direction, List<T> list) {
    return direction == Direction.FORWARD ? list : list.reversed();
  }

  OpenScan<?, ?> items(ContainerModel container, Scopes.Part part) {
    return open(
        container,
        new KeyPlan() {
          @Override
          public Page<Row> read(PageRequest request) {
            Scope scope = part.scope();
            return world
                .gateway()
                .scanItems(world.handle(container), scope, request, world.request(container));
          }

          @Override
          public List<ItemKey> expected() {
            return container.items().keySet().stream().filter(part.holds()).toList();
          }

          // Or at the beginning of the partition that it lies in.
          @Override
          public boolean goesOnAtTheNextRow() {
            return true;
          }

          @Override
          public boolean isBehind(ItemKey place, ItemKey last) {
            return place.compareTo(last) > 0;
          }
        });
  }

  /// A query in some order, with up to three conditions.
  private OrderedQuery anyQuery() {
    List<OrderedQuery.Key> order = anyOrder();
    List<OrderedQuery.Condition> conditions = new ArrayList<>();
    for (int i = random.nextInt(3); i > 0; i--) {
      conditions.add(anyComparison(order.getFirst().path()));
    }
    if (random.nextInt(3) == 0) {
      conditions.add(
          random.nextBoolean()
              ? new OrderedQuery.Tagged("tag" + random.nextInt(6))
              : anyComparison(PATHS.get(random.nextInt(PATHS.size()))));
    }
    boolean newestFirst =
        order.size() == 1
            ? order.getFirst().descending()
            : order.getFirst().descending() != Template.COMPOSITE.parts().getFirst().descending();
    return new OrderedQuery(conditions, order, newestFirst);
  }

  private List<OrderedQuery.Key> anyOrder() {
    boolean turned = random.nextBoolean();
    if (random.nextInt(6) > 0) {
      return List.of(new OrderedQuery.Key(PATHS.get(random.nextInt(PATHS.size())), turned));
    }
    return Template.COMPOSITE.parts().stream()
        .map(part -> new OrderedQuery.Key(part.path(), part.descending() != turned))
        .toList();
  }

  private OrderedQuery.Comparison anyComparison(PropertyPath path) {
    Value literal = items.scalar();
    OrderedQuery.Operator[] operators = OrderedQuery.Operator.values();
    // Null and booleans are compared for equality only.
    boolean ordered = !(literal instanceof Value.Null || literal instanceof Value.Bool);
    return new OrderedQuery.Comparison(
        path,
        ordered ? operators[random.nextInt(operators.length)] : OrderedQuery.Operator.EQUAL,
        literal);
  }

  OpenScan<?, ?> query(ContainerModel container, OrderedQuery query, Scopes.Part part) {
    return open(
        container,
        new OpenScan.Plan<Row, Place>() {
          @Override
          public String toString() {
            return "%s, %s".formatted(query.sql(), container.name());
          }

          @Override
          public Page<Row> read(PageRequest request) {
            return SqlQueries.items(
                world.gateway(),
                world.handle(container),
                query.sql(),
                part.scope(),
                request,
                world.request(container));
          }

          @Override
          public OpenScan.Service service() {
            return serviceOf(container, query);
          }

          @Override
          public List<Place> expected() {
            return query.places(container.items().values()).stream()
                .filter(place -> part.holds().test(place.key()))
                .toList();
          }

          @Override
          public boolean isBehind(Place place, Place last) {
            return query.comparator().compare(place, last) > 0;
          }

          @Override
          public boolean isOptional(Place place) {
            return query.isOptional(place);
          }

          @Override
          public boolean mayStopBehindItsLastRow() {
            return query.looksElsewhere();
          }

          @Override
          public boolean goesOnAtTheNextRow() {
            return true;
          }

          @Override
          public boolean areInOneStretch(Place one, Place other) {
            return query.isWithout(one) == query.isWithout(other);
          }

          @Override
          public ItemKey key(Place place) {
            return place.key();
          }

          @Override
          public ItemKey keyOf(Row row) {
            return row.key();
          }

          @Override
          public ItemVersion versionOf(Row row) {
            return row.item().version();
          }
        });
  }

  /// While the index is being rewritten, whether it is done is for the engine to say.
  private OpenScan.Service serviceOf(ContainerModel container, OrderedQuery query) {
    boolean indexing =
        world.open(container).routes().all().stream()
            .anyMatch(route -> world.plane().describe(route).indexedUpTo() != null);
    if (!indexing) {
      container.indexed();
    }
    List<IndexingPolicy> policies = container.policies();
    long serving = policies.stream().filter(query::isServed).count();
    if (isByPartitionKey(container, query) || serving == policies.size()) {
      return OpenScan.Service.CERTAIN;
    }
    return serving == 0 ? OpenScan.Service.REFUSED : OpenScan.Service.POSSIBLE;
  }

  /// The paths of the partition key are indexed whatever the policy says.
  private static boolean isByPartitionKey(ContainerModel container, OrderedQuery query) {
    return container.definition().api() == Api.SQL
        && query.order().size() == 1
        && container.definition().key().paths().contains(query.order().getFirst().path());
  }
}
