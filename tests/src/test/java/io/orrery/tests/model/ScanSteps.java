// SPDX-License-Identifier: Apache-2.0
package io.orrery.tests.model;

import io.orrery.control.catalog.Api;
import io.orrery.gateway.IndexRow;
import io.orrery.gateway.IndexScan;
import io.orrery.gateway.LogicalPartitionScan;
import io.orrery.gateway.Page;
import io.orrery.gateway.PageRequest;
import io.orrery.gateway.Row;
import io.orrery.gateway.Scope;
import io.orrery.model.Direction;
import io.orrery.model.key.IndexPath;
import io.orrery.model.value.Bound;
import io.orrery.partition.RowRange;
import io.orrery.partition.indexing.IndexingPolicy;
import io.orrery.partition.indexing.TermRange;
import io.orrery.partition.layout.Item;
import io.orrery.partition.layout.ItemKey;
import io.orrery.partition.layout.ItemVersion;
import io.orrery.tests.model.IndexModel.Entry;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/// Begins scans of every kind, with random bounds, scopes and directions.
final class ScanSteps {
  static final List<IndexPath> PATHS =
      List.of(
          IndexPath.parse("/number/?"),
          IndexPath.parse("/name/?"),
          IndexPath.parse("/mixed/?"),
          IndexPath.parse("/nested/deep/?"),
          IndexPath.parse("/tags/[]/?"));

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
      default -> index(container, anySource(), scopes().any(container), anyDirection());
    };
  }

  Scopes scopes() {
    return new Scopes(world);
  }

  private Direction anyDirection() {
    return random.nextBoolean() ? Direction.FORWARD : Direction.REVERSE;
  }

  private IndexModel.Source anySource() {
    if (random.nextInt(6) == 0) {
      return new IndexModel.CompositeSource(Template.COMPOSITE);
    }
    IndexPath path = PATHS.get(random.nextInt(PATHS.size()));
    return new IndexModel.PathSource(path, anyBound(), anyBound());
  }

  private Bound.@Nullable At anyBound() {
    return random.nextInt(3) == 0 ? null : new Bound.At(items.scalar(), random.nextBoolean());
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
    public Optional<ItemVersion> versionOf(Row row) {
      return Optional.of(row.item().version());
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
          public Optional<List<ItemKey>> expected() {
            return Optional.of(
                directed(
                    direction,
                    container.itemsOf(any).stream()
                        .map(ModelItem::key)
                        .filter(key -> isBetween(key.rowKey(), from, to))
                        .toList()));
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
          public Optional<List<ItemKey>> expected() {
            return Optional.of(container.items().keySet().stream().filter(part.holds()).toList());
          }

          @Override
          public boolean isBehind(ItemKey place, ItemKey last) {
            return place.compareTo(last) > 0;
          }
        });
  }

  OpenScan<?, ?> index(
      ContainerModel container, IndexModel.Source source, Scopes.Part part, Direction direction) {
    IndexScan scan = IndexScan.of(part.scope(), terms(source), direction);
    Comparator<Entry> order =
        direction == Direction.FORWARD ? source.order() : source.order().reversed();
    return open(
        container,
        new OpenScan.Plan<IndexRow, Entry>() {
          @Override
          public String toString() {
            return "%s of %s, %s".formatted(source, container.name(), direction);
          }

          @Override
          public Page<IndexRow> read(PageRequest request) {
            return world
                .gateway()
                .scanIndex(world.handle(container), scan, request, world.request(container));
          }

          @Override
          public Optional<List<Entry>> expected() {
            return expectedEntries(container, source)
                .map(
                    entries ->
                        directed(
                            direction,
                            entries.stream()
                                .filter(entry -> part.holds().test(entry.key()))
                                .toList()));
          }

          @Override
          public boolean isBehind(Entry place, Entry last) {
            return order.compare(place, last) > 0;
          }

          @Override
          public ItemKey key(Entry place) {
            return place.key();
          }

          @Override
          public ItemKey keyOf(IndexRow row) {
            return row.key();
          }

          @Override
          public Optional<ItemVersion> versionOf(IndexRow row) {
            return row.item().map(Item::version);
          }
        });
  }

  private static TermRange terms(IndexModel.Source source) {
    return switch (source) {
      case IndexModel.PathSource(IndexPath path, var lower, var upper) ->
          TermRange.between(path.segments(), lower, upper, World.LIMITS.indexTermBytes());
      case IndexModel.CompositeSource(var composite) -> TermRange.of(composite);
    };
  }

  /// While the index is being rewritten, some items have entries and others do not, unless all
  /// policies agree.
  private Optional<List<Entry>> expectedEntries(
      ContainerModel container, IndexModel.Source source) {
    boolean indexing =
        world.open(container).routes().all().stream()
            .anyMatch(route -> route.partition().settings().isIndexing());
    if (!indexing) {
      container.indexed();
    }
    List<IndexingPolicy> policies = container.policies();
    if (isOfPartitionKey(container, source)) {
      return Optional.of(IndexModel.entries(source, container.items().values()));
    }
    long indexed = policies.stream().filter(source::isIndexed).count();
    if (indexed == 0) {
      return Optional.of(List.of());
    }
    return indexed < policies.size()
        ? Optional.empty()
        : Optional.of(IndexModel.entries(source, container.items().values()));
  }

  /// The paths of the partition key are indexed whatever the policy says.
  private static boolean isOfPartitionKey(ContainerModel container, IndexModel.Source source) {
    return container.definition().api() == Api.SQL
        && source instanceof IndexModel.PathSource(IndexPath path, _, _)
        && container.definition().key().paths().stream()
            .anyMatch(each -> path.toString().equals(each + "/?"));
  }
}
