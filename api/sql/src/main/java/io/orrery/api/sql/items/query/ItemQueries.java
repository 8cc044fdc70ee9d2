// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.sql.items.query;

import io.orrery.api.sql.items.ItemOwner;
import io.orrery.api.sql.items.ItemRequest;
import io.orrery.api.sql.protocol.Answer;
import io.orrery.api.sql.protocol.Names;
import io.orrery.api.sql.query.ParsedQueries;
import io.orrery.api.sql.query.QueryBody;
import io.orrery.api.sql.query.QueryTemplates;
import io.orrery.api.sql.scripts.ContainerFunctions;
import io.orrery.api.sql.scripts.QueryFunctions;
import io.orrery.gateway.Gateway;
import io.orrery.gateway.PageRequest;
import io.orrery.gateway.query.Queries;
import io.orrery.gateway.query.QueryPage;
import io.orrery.gateway.query.QueryRequest;
import io.orrery.query.evaluate.QuerySettings;
import io.orrery.query.evaluate.UserFunctions;
import io.orrery.query.lower.LoweredQuery;
import io.orrery.query.lower.ReusableQuery;
import io.orrery.query.lower.SqlLowering;
import java.util.Optional;
import java.util.Set;

/// Answers queries on the items of a container.
public final class ItemQueries {
  private static final int PAGE_MAX = 1000;
  private static final int PARALLELISM = 8;
  private static final Set<String> UNINDEXED = Set.copyOf(ItemOwner.UNINDEXED);

  private final Queries queries;
  private final QueryFunctions functions;
  private final ParsedQueries parsed = new ParsedQueries();
  private final QueryTemplates templates = new QueryTemplates();
  private final AtOnceAttempts attempts = new AtOnceAttempts();

  public ItemQueries(Gateway gateway, QueryFunctions functions) {
    this.queries = new Queries(gateway);
    this.functions = functions;
  }

  /// How a client should carry out a query that it sends to the ranges by itself.
  public Answer plan(ItemRequest request) {
    QueryBody body = QueryBody.parse(request.sql());
    return PlanAnswer.of(request, parsed.read(body).query(), body);
  }

  public Answer answer(ItemRequest request) {
    QueryPhases phases = new QueryPhases(request.context()::nanos);
    QueryBody body = QueryBody.parse(request.sql());
    ReusableQuery query = parsed.read(body);
    request.context().describe(templates.of(body));
    phases.compiled();
    Optional<Answer> plan = PlanAnswer.inPlaceOfRows(request, query.query(), body);
    if (plan.isPresent()) {
      return plan.get();
    }
    try (ContainerFunctions calls = functions.of(request.owner().handle().container())) {
      QueryRequest prepared = prepare(request, query, body, phases.timed(calls));
      phases.planned();
      return phases.callsFunctions()
          ? calls.compute(
              request.context().remaining(), () -> page(request, prepared.onOneThread(), phases))
          : page(request, prepared, phases);
    }
  }

  /// As [#answer], where that takes no waiting and little time; empty otherwise, and then nothing
  /// was done.
  public Optional<Answer> answerAtOnce(ItemRequest request) {
    QueryBody body = QueryBody.parse(request.sql());
    if (!attempts.isDue(body.text())) {
      return Optional.empty();
    }
    Optional<Answer> answer = answerAtOnce(request, body);
    attempts.ended(body.text(), answer.isPresent());
    return answer;
  }

  private Optional<Answer> answerAtOnce(ItemRequest request, QueryBody body) {
    QueryPhases phases = new QueryPhases(request.context()::nanos);
    ReusableQuery query = parsed.read(body);
    request.context().describe(templates.of(body));
    phases.compiled();
    Optional<Answer> plan = PlanAnswer.inPlaceOfRows(request, query.query(), body);
    if (plan.isPresent()) {
      return plan;
    }
    try (ContainerFunctions calls = functions.of(request.owner().handle().container())) {
      QueryRequest prepared = prepare(request, query, body, phases.timed(calls));
      phases.planned();
      if (phases.callsFunctions()) {
        return Optional.empty();
      }
      PageRequest wanted = wanted(request);
      return queries
          .pageAtOnce(request.handle(), prepared, wanted, request.context())
          .map(page -> written(request, page, phases));
    }
  }

  private QueryRequest prepare(
      ItemRequest request, ReusableQuery query, QueryBody body, UserFunctions calls) {
    ContainerTraits traits = ContainerTraits.of(request.handle());
    QuerySettings settings =
        new QuerySettings(
            body.parameters(),
            calls,
            traits.computedProperties(),
            traits.surroundings(request.sql().clock()));
    ItemOwner owner = request.owner();
    LoweredQuery lowered =
        new SqlLowering(settings, owner.view(), UNINDEXED).lower(query, body.fingerprint());
    return new QueryRequest(
        lowered.plan(),
        lowered.fingerprint(),
        lowered.binding(),
        QueryScope.of(request, query.query(), body),
        PARALLELISM);
  }

  private Answer page(ItemRequest request, QueryRequest prepared, QueryPhases phases) {
    PageRequest wanted = wanted(request);
    return written(
        request, queries.page(request.handle(), prepared, wanted, request.context()), phases);
  }

  private static PageRequest wanted(ItemRequest request) {
    if (request.sql().flag(Names.POPULATE_QUERY_METRICS)) {
      request.context().measure();
    }
    return new PageRequest(
        request.sql().pageSize(PAGE_MAX),
        request.sql().header(Names.CONTINUATION).map(QueryToken::read).orElse(null));
  }

  private static Answer written(ItemRequest request, QueryPage page, QueryPhases phases) {
    try (page) {
      return PageAnswer.of(request, page, phases);
    }
  }
}
