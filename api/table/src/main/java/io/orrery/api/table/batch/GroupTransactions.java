// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.table.batch;

import io.orrery.api.table.entities.EntityChange;
import io.orrery.api.table.entities.EntityRequests;
import io.orrery.api.table.entities.EntityWrites;
import io.orrery.api.table.protocol.ErrorText;
import io.orrery.api.table.protocol.TableAnswer;
import io.orrery.api.table.protocol.TableRefusal;
import io.orrery.api.table.protocol.TableRequest;
import io.orrery.api.table.tables.TableCatalog;
import io.orrery.gateway.BatchOutcome;
import io.orrery.gateway.ContainerHandle;
import io.orrery.gateway.Gateway;
import io.orrery.gateway.RequestContext;
import io.orrery.gateway.WriteResult;
import io.orrery.gateway.observe.RequestKind;
import io.orrery.model.OrreryException;
import io.orrery.plan.update.Operation;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;

/// Carries entity group transactions out: one command for one partition.
public final class GroupTransactions {
  private final Gateway gateway;
  private final EntityRequests requests;
  private final EntityWrites writes;
  private final InstantSource clock;

  public GroupTransactions(
      Gateway gateway, EntityRequests requests, EntityWrites writes, InstantSource clock) {
    this.gateway = gateway;
    this.requests = requests;
    this.writes = writes;
    this.clock = clock;
  }

  /// What a query in a batch was answered with, wrapped.
  public static TableAnswer wrapped(
      GroupTransaction.Query query, TableAnswer answer, TableRequest outer) {
    return BatchAnswer.query(new BatchAnswer.Part(answer, query.contentId()), outer.requestId());
  }

  public TableAnswer refuse(GroupTransaction.Refused refused, TableRequest outer) {
    return failed(refused.index(), refused.reason(), outer);
  }

  public TableAnswer carryOut(
      GroupTransaction.Changes group, TableCatalog catalog, TableRequest outer) {
    ContainerHandle table;
    try {
      table = requests.table(outer, RequestKind.BATCH, () -> catalog.require(group.table()));
    } catch (TableRefusal missing) {
      return failed(0, missing, outer);
    }
    return requests.run(
        outer, table, RequestKind.BATCH, context -> commit(group, table, outer, context));
  }

  private TableAnswer commit(
      GroupTransaction.Changes group,
      ContainerHandle table,
      TableRequest outer,
      RequestContext context) {
    List<Operation> operations = new ArrayList<>();
    for (EntityChange change : group.changes()) {
      try {
        operations.add(writes.operation(table, change));
      } catch (OrreryException reason) {
        return failed(operations.size(), reason, outer);
      }
    }
    return switch (gateway.batch(table, operations, context)) {
      case BatchOutcome.Committed committed -> committed(group, committed, outer);
      case BatchOutcome.Failed failed ->
          failed(failed.index(), EntityWrites.explained(failed.reason()), outer);
    };
  }

  private static TableAnswer committed(
      GroupTransaction.Changes group, BatchOutcome.Committed committed, TableRequest outer) {
    List<BatchAnswer.Part> parts = new ArrayList<>();
    for (int i = 0; i < group.steps().size(); i++) {
      GroupTransaction.Step step = group.steps().get(i);
      WriteResult result = committed.results().get(i);
      parts.add(
          new BatchAnswer.Part(
              EntityWrites.answer(step.request(), group.table(), step.change(), result.item()),
              step.contentId()));
    }
    return BatchAnswer.changes(parts, outer.requestId());
  }

  /// Clients read the number in front of the message.
  private TableAnswer failed(int index, OrreryException reason, TableRequest outer) {
    TableAnswer answer =
        ErrorText.json(
            ErrorText.error(reason),
            index + ":" + reason.getMessage(),
            outer.requestId(),
            clock.instant());
    return BatchAnswer.changes(List.of(new BatchAnswer.Part(answer, "")), outer.requestId());
  }
}
