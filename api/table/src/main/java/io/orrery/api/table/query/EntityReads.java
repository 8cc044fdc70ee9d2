// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.table.query;

import io.orrery.api.table.entities.Entity;
import io.orrery.api.table.entities.EntityKey;
import io.orrery.api.table.entities.EntityRequests;
import io.orrery.api.table.entities.EntityText;
import io.orrery.api.table.filter.TableFilter;
import io.orrery.api.table.protocol.QueryOptions;
import io.orrery.api.table.protocol.TableAnswer;
import io.orrery.api.table.protocol.TableError;
import io.orrery.api.table.protocol.TableRefusal;
import io.orrery.api.table.protocol.TableRequest;
import io.orrery.api.table.protocol.WeakTag;
import io.orrery.gateway.ContainerHandle;
import io.orrery.gateway.Gateway;
import io.orrery.gateway.PageRequest;
import io.orrery.gateway.ReadResult;
import io.orrery.gateway.RequestContext;
import io.orrery.gateway.Scope;
import io.orrery.gateway.observe.RequestKind;
import io.orrery.gateway.query.Queries;
import io.orrery.gateway.query.QueryPage;
import io.orrery.gateway.query.QueryRequest;
import io.orrery.gateway.query.Result;
import io.orrery.model.OrreryException;
import io.orrery.model.container.Item;
import io.orrery.model.encoding.ByteWriter;
import io.orrery.model.key.IndexPath;
import io.orrery.plan.OrderKey;
import io.orrery.plan.Plan;
import io.orrery.plan.PlanCodec;
import io.orrery.plan.access.AccessPath;
import io.orrery.plan.expression.PlanExpression;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/// Entities by their keys, and queries: always in the order of partition key and row key.
public final class EntityReads {
  private static final String NEXT_PARTITION_KEY = "NextPartitionKey";
  private static final String NEXT_ROW_KEY = "NextRowKey";
  private static final String CONTINUATION = "x-ms-continuation-";
  private static final int PARALLELISM = 8;
  private static final List<OrderKey> KEY_ORDER =
      List.of(ascending(Entity.PARTITION_KEY), ascending(Entity.ROW_KEY));

  private final Gateway gateway;
  private final Queries queries;
  private final EntityRequests requests;

  public EntityReads(Gateway gateway, EntityRequests requests) {
    this.gateway = gateway;
    this.queries = new Queries(gateway);
    this.requests = requests;
  }

  private static OrderKey ascending(String property) {
    return new OrderKey(
        new PlanExpression.Path(PlanExpression.Root.Item.ITEM, List.of(property)),
        List.of(new IndexPath.Name(property)),
        false);
  }

  public TableAnswer read(TableRequest request, ContainerHandle table, String name, EntityKey key) {
    QueryOptions options = QueryOptions.of(request.parameters());
    EntityText text = text(request, name, options);
    return requests.run(
        request,
        table,
        RequestKind.READ,
        context -> found(gateway.find(table, key.in(table), context), text));
  }

  private static TableAnswer found(ReadResult result, EntityText text) {
    Item item = result.item().orElseThrow(TableRefusal::noEntity);
    return TableAnswer.of(200, text.level().contentType(), text.one(item))
        .header("ETag", WeakTag.of(item));
  }

  /// As [#read], where that takes no waiting; empty otherwise, and then nothing was done. Failures
  /// of the server are left to [#read], too: they are logged, and that takes its time.
  public Optional<TableAnswer> readAtOnce(
      TableRequest request, ContainerHandle table, String name, EntityKey key) {
    EntityText text = text(request, name, QueryOptions.of(request.parameters()));
    RequestContext context = requests.begin(request);
    Optional<Function<RequestContext, TableAnswer>> read;
    try {
      read =
          gateway.findAtOnce(table, key.in(table), context).map(result -> _ -> found(result, text));
    } catch (OrreryException failure) {
      read =
          failure.code().isServerFailure()
              ? Optional.empty()
              : Optional.of(
                  _ -> {
                    throw failure;
                  });
    }
    return read.map(work -> requests.run(request, table, RequestKind.READ, context, work));
  }

  private static EntityText text(TableRequest request, String table, QueryOptions options) {
    return new EntityText(
        request.level(), request.root(), request.accountName(), table, options.select());
  }

  /// A page of what a filter finds.
  ///
  /// @param allowed what the caller may see of the table at all; null for everything
  public TableAnswer query(
      TableRequest request, ContainerHandle table, String name, @Nullable PlanExpression allowed) {
    QueryOptions options = QueryOptions.of(request.parameters());
    TableFilter asked = TableFilter.parse(options.filter());
    TableFilter filter = allowed == null ? asked : asked.and(allowed);
    EntityText text = text(request, name, options);
    String continuation =
        request.parameters().find(NEXT_PARTITION_KEY).map(EntityReads::decode).orElse(null);
    return requests.run(
        request,
        table,
        RequestKind.QUERY,
        context ->
            page(table, filter, new PageRequest(options.top(), continuation), text, context));
  }

  private TableAnswer page(
      ContainerHandle table,
      TableFilter filter,
      PageRequest wanted,
      EntityText text,
      RequestContext context) {
    Found found = find(table, filter, wanted, context);
    TableAnswer answer = TableAnswer.of(200, text.level().contentType(), text.all(found.items()));
    found.continuation().ifPresent(next -> continued(answer, next));
    return answer;
  }

  /// Some entities, and where the next ones are.
  public record Found(List<Item> items, Optional<String> continuation) {}

  public Found find(
      ContainerHandle table, TableFilter filter, PageRequest wanted, RequestContext context) {
    try (QueryPage page = queries.page(table, request(table, filter), wanted, context)) {
      List<Item> items = new ArrayList<>(page.rows().size());
      for (Result row : page.rows()) {
        items.add(item(row));
      }
      return new Found(items, page.continuation());
    }
  }

  private static Item item(Result row) {
    return switch (row) {
      case Result.Whole(var found) -> found.item();
      case Result.Computed(var value) ->
          throw new IllegalStateException("a query for entities found " + value);
    };
  }

  /// Within one partition key the entities lie in the order of their row keys; among several, an
  /// index has the order.
  private static QueryRequest request(ContainerHandle table, TableFilter filter) {
    Optional<String> partitionKey = filter.partitionKey();
    AccessPath.PrimaryRange rows = partitionKey.isPresent() ? filter.rows() : null;
    Scope scope =
        partitionKey.map(key -> Scope.of(new EntityKey(key, "").in(table))).orElse(Scope.ALL);
    Set<String> known = rows == null ? Set.of() : Set.of(Entity.PARTITION_KEY, Entity.ROW_KEY);
    Plan plan =
        new Plan.Sort(
            new Plan.Filter(new Plan.Scan(filter.indexed(known), Set.of()), filter.condition()),
            KEY_ORDER,
            Plan.Unindexed.SORT);
    CRC32C sum = new CRC32C();
    sum.update(PlanCodec.write(new ByteWriter(256), plan).toByteArray());
    long fingerprint = sum.getValue();
    return new QueryRequest(plan, fingerprint, fingerprint, scope, PARALLELISM, rows);
  }

  /// Clients give both back as they got them, and some want both.
  private static void continued(TableAnswer answer, String continuation) {
    answer
        .header(
            CONTINUATION + NEXT_PARTITION_KEY,
            Base64.getUrlEncoder()
                .withoutPadding()
                .encodeToString(continuation.getBytes(StandardCharsets.UTF_8)))
        .header(CONTINUATION + NEXT_ROW_KEY, "1");
  }

  private static String decode(String token) {
    try {
      return new String(Base64.getUrlDecoder().decode(token), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException _) {
      throw new TableRefusal(
          TableError.INVALID_QUERY_PARAMETER_VALUE,
          "The value of %s is not one that was handed out.".formatted(NEXT_PARTITION_KEY));
    }
  }
}
