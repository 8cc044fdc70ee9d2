// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway;

import io.orrery.gateway.query.Queries;
import io.orrery.gateway.query.QueryPage;
import io.orrery.gateway.query.QueryRequest;
import io.orrery.gateway.query.Result;
import io.orrery.model.container.ItemKey;
import io.orrery.model.item.StoredItems;
import io.orrery.model.value.Value;
import io.orrery.plan.program.Languages;
import io.orrery.plan.program.MemoryBudget;
import io.orrery.query.evaluate.ItemView;
import io.orrery.query.evaluate.QueriedItem;
import io.orrery.query.evaluate.QuerySettings;
import io.orrery.query.evaluate.StoredItem;
import io.orrery.query.evaluate.SystemProperties;
import io.orrery.query.evaluate.UserFunctions;
import io.orrery.query.function.Surroundings;
import io.orrery.query.lower.LoweredQuery;
import io.orrery.query.lower.SqlHost;
import io.orrery.query.lower.SqlLanguage;
import io.orrery.query.lower.SqlLowering;
import io.orrery.query.plan.WholeSubquery;
import io.orrery.query.spatial.Space;
import io.orrery.query.syntax.Parser;
import io.orrery.query.syntax.Query;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/// Queries on one container of a [Bed], and the same queries on its items in memory.
final class QueryBed {
  private static final QuerySettings SETTINGS =
      QuerySettings.of(
          new Surroundings() {
            @Override
            public Instant started() {
              return Instant.EPOCH;
            }

            @Override
            public Instant now() {
              return Instant.EPOCH;
            }

            @Override
            public double random() {
              return 0.5;
            }
          });

  /// What partitions know when queries get there as bytes.
  static final Languages LANGUAGES =
      new Languages(
          List.of(
              new SqlLanguage(
                  new SqlHost() {
                    @Override
                    public ItemView items(byte[] encoded) {
                      return ItemView.BODIES;
                    }

                    @Override
                    public UserFunctions functions(byte[] encoded) {
                      return UserFunctions.NONE;
                    }

                    @Override
                    public Surroundings surroundings(Instant started, Space space) {
                      return SETTINGS.surroundings();
                    }
                  })));

  private static final SqlLowering LOWERING = new SqlLowering(SETTINGS, ItemView.BODIES, Set.of());

  final Bed bed;
  final ContainerHandle container;
  private final int parallelism;

  QueryBed(Bed bed, ContainerHandle container) {
    this(bed, container, 4);
  }

  /// @param parallelism how many partitions may be read at once
  QueryBed(Bed bed, ContainerHandle container, int parallelism) {
    this.bed = bed;
    this.container = container;
    this.parallelism = parallelism;
  }

  private static QueriedItem item(Row row) {
    return new StoredItem(row.item().body(), SystemProperties.NONE);
  }

  void create(String json) {
    Value.Document item =
        (Value.Document) StoredItems.decode(StoredItems.fromJson(Bed.bytes(json)));
    String id = ((Value.Text) item.property("id")).value();
    String key = ((Value.Text) item.property("pk")).value();
    bed.gateway().create(container, Bed.key(container, key, id), Bed.json(json), bed.request());
  }

  QueryPage page(String text, int size, @Nullable String continuation) {
    return page(text, Scope.ALL, size, continuation);
  }

  QueryPage page(String text, Scope scope, int size, @Nullable String continuation) {
    return page(text, scope, size, continuation, bed.request());
  }

  QueryPage page(
      String text, Scope scope, int size, @Nullable String continuation, RequestContext context) {
    LoweredQuery lowered = LOWERING.lower(Parser.parse(text), text.hashCode());
    QueryRequest request =
        new QueryRequest(
            lowered.plan(), lowered.fingerprint(), lowered.binding(), scope, parallelism);
    ContainerHandle current = bed.container(container.container().name());
    return new Queries(bed.gateway())
        .page(current, request, new PageRequest(size, continuation), context);
  }

  /// A page of a query that selects whole items.
  Page<Row> items(String text, Scope scope, PageRequest request) {
    return items(text, scope, request, bed.request());
  }

  Page<Row> items(String text, Scope scope, PageRequest request, RequestContext context) {
    QueryPage page = page(text, scope, request.itemsMax(), request.continuation(), context);
    return new Page<>(
        page.rows().stream().map(row -> ((Result.Whole) row).row()).toList(),
        page.continuation(),
        context.charge(),
        context.session());
  }

  /// What all pages cost together, in thousandths of request units.
  long charge(String text, Scope scope, int size) {
    RequestContext context = bed.request();
    String continuation = null;
    do {
      continuation = page(text, scope, size, continuation, context).continuation().orElse(null);
    } while (continuation != null);
    return context.charge().thousandths();
  }

  /// All rows, as JSON.
  List<String> rows(String text, int size) {
    return rows(text, Scope.ALL, size, _ -> {});
  }

  List<String> rows(String text, Scope scope, int size, IntConsumer between) {
    List<String> rows = new ArrayList<>();
    Optional<String> continuation = Optional.empty();
    int pages = 0;
    do {
      if (pages > 0) {
        between.accept(pages);
      }
      QueryPage page = page(text, scope, size, continuation.orElse(null));
      rows.addAll(json(page.rows()));
      continuation = page.continuation();
      pages++;
    } while (continuation.isPresent());
    return rows;
  }

  /// How many rows each page has.
  List<Integer> pageSizes(String text, int size) {
    List<Integer> sizes = new ArrayList<>();
    String continuation = null;
    do {
      QueryPage page = page(text, size, continuation);
      sizes.add(page.rows().size());
      continuation = page.continuation().orElse(null);
    } while (continuation != null);
    return sizes;
  }

  static List<String> json(List<Result> rows) {
    return rows.stream().map(QueryBed::json).toList();
  }

  private static String json(Result result) {
    return switch (result) {
      case Result.Whole(Row row) -> json(StoredItems.decode(row.item().body()));
      case Result.Computed(Value value) -> json(value);
    };
  }

  private static String json(Value value) {
    return new String(StoredItems.toJson(StoredItems.encode(value)), StandardCharsets.UTF_8);
  }

  /// The rows the query has in memory, items in the order that the index has where values are
  /// equal.
  List<String> expected(String text) {
    Query query = Parser.parse(text);
    boolean descending = !query.orderBy().isEmpty() && query.orderBy().getFirst().descending();
    Comparator<Row> order = Comparator.comparingLong(row -> row.item().rid());
    List<QueriedItem> items =
        Paging.all(
                100,
                request -> bed.gateway().scanItems(container, Scope.ALL, request, bed.request()))
            .stream()
            .sorted(descending ? order.reversed() : order)
            .map(QueryBed::item)
            .toList();
    return WholeSubquery.run(query, SETTINGS, items, new MemoryBudget(1L << 30, () -> {})).stream()
        .map(QueryBed::json)
        .toList();
  }

  ItemKey key(String partitionKey) {
    return Bed.key(container, partitionKey, "");
  }
}
