// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.table.batch;

import io.orrery.api.table.entities.EntityChange;
import io.orrery.api.table.entities.EntityKey;
import io.orrery.api.table.protocol.TableAddress;
import io.orrery.api.table.protocol.TableError;
import io.orrery.api.table.protocol.TableRefusal;
import io.orrery.api.table.protocol.TableRequest;
import io.orrery.model.Limits;
import io.orrery.model.OrreryException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What a batch asks for, read as a whole before anything is done.
public sealed interface GroupTransaction {

  /// Exactly one query.
  record Query(TableRequest request, String contentId) implements GroupTransaction {}

  /// Changes of entities with one partition key, all of them or none.
  record Changes(String table, List<Step> steps) implements GroupTransaction {
    public Changes {
      steps = List.copyOf(steps);
    }

    public List<EntityChange> changes() {
      return steps.stream().map(Step::change).toList();
    }
  }

  /// Something that is none, because of one of its operations.
  ///
  /// @param index which one, from 0
  record Refused(int index, OrreryException reason) implements GroupTransaction {}

  /// One change.
  record Step(TableRequest request, EntityChange change, String contentId) {}

  /// Fails with InvalidInput if the MIME is malformed.
  static GroupTransaction parse(TableRequest outer, Limits limits) {
    if (outer.http().body().length > Limits.TABLE_BATCH_BYTES) {
      throw new TableRefusal(
          TableError.REQUEST_BODY_TOO_LARGE,
          "The request body is too large: a batch has at most %d bytes."
              .formatted(Limits.TABLE_BATCH_BYTES));
    }
    String body = new String(outer.http().body(), StandardCharsets.ISO_8859_1);
    List<MimePart> parts =
        MimePart.parts(body, MimePart.boundary(outer.header("content-type").orElse("")), 2);
    if (parts.size() != 1) {
      throw MimePart.malformed("it has neither one changeset nor one query");
    }
    MimePart only = parts.getFirst();
    if (!only.header("content-type").startsWith("multipart/")) {
      return query(EmbeddedRequest.of(only, outer));
    }
    List<MimePart> operations =
        MimePart.parts(
            only.content(),
            MimePart.boundary(only.header("content-type")),
            limits.batchOperations() + 1);
    if (operations.isEmpty() || operations.size() > limits.batchOperations()) {
      throw MimePart.malformed(
          "a changeset has 1 to %d operations".formatted(limits.batchOperations()));
    }
    return changes(operations, outer);
  }

  private static GroupTransaction query(EmbeddedRequest embedded) {
    TableRequest request = embedded.request();
    boolean reads =
        request.method().equals("GET")
            && (request.address() instanceof TableAddress.Entities
                || request.address() instanceof TableAddress.Entity);
    if (!reads) {
      throw MimePart.malformed("an operation outside a changeset is no query");
    }
    return new Query(request, embedded.contentId());
  }

  private static GroupTransaction changes(List<MimePart> parts, TableRequest outer) {
    List<Step> steps = new ArrayList<>();
    Set<String> rowKeys = new HashSet<>();
    String table = null;
    for (MimePart part : parts) {
      EmbeddedRequest embedded = EmbeddedRequest.of(part, outer);
      try {
        TableRequest request = embedded.request();
        String of = table(request);
        EntityChange change =
            EntityChange.of(request)
                .orElseThrow(
                    () -> TableRefusal.invalid("A changeset changes entities and nothing else."));
        requireTogether(table, of, steps, change.key());
        if (!rowKeys.add(change.key().rowKey())) {
          throw new TableRefusal(
              TableError.INVALID_DUPLICATE_ROW,
              "The batch request contains multiple changes with same row key.");
        }
        table = of;
        steps.add(new Step(request, change, embedded.contentId()));
      } catch (OrreryException reason) {
        return new Refused(steps.size(), reason);
      }
    }
    return new Changes(table == null ? "" : table, steps);
  }

  private static String table(TableRequest request) {
    return switch (request.address()) {
      case TableAddress.Entities(String table) -> table;
      case TableAddress.Entity(String table, _, _) -> table;
      case TableAddress.Tables _, TableAddress.OneTable _ ->
          throw TableRefusal.notImplemented("tables in a changeset");
      case TableAddress.Service _, TableAddress.Batch _ ->
          throw TableRefusal.invalid("A changeset changes entities and nothing else.");
    };
  }

  private static void requireTogether(
      @Nullable String table, String of, List<Step> steps, EntityKey key) {
    if (table == null) {
      return;
    }
    if (!table.equalsIgnoreCase(of)) {
      throw TableRefusal.invalid("All operations of a changeset are about one table.");
    }
    if (!steps.getFirst().change().key().partitionKey().equals(key.partitionKey())) {
      throw new TableRefusal(
          TableError.COMMANDS_IN_BATCH_ACT_ON_DIFFERENT_PARTITIONS,
          "All commands in a batch must operate on same entity group.");
    }
  }
}
