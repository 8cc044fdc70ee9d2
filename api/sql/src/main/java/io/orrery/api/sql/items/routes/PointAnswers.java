// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.sql.items.routes;

import io.orrery.api.sql.items.ItemBody;
import io.orrery.api.sql.items.ItemRequest;
import io.orrery.api.sql.items.patch.Patch;
import io.orrery.api.sql.protocol.Answer;
import io.orrery.api.sql.protocol.EntityTag;
import io.orrery.api.sql.protocol.Names;
import io.orrery.gateway.BatchOutcome;
import io.orrery.gateway.Gateway;
import io.orrery.gateway.ReadResult;
import io.orrery.gateway.WriteResult;
import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import io.orrery.model.container.Item;
import io.orrery.model.container.ItemKey;
import io.orrery.model.key.PartitionKey;
import io.orrery.plan.update.Operation;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/// Requests about one item.
final class PointAnswers {
  private static final byte[] NO_ROW_KEY = {};
  private static final int OK = 200;
  private static final int CREATED = 201;
  private static final int NO_CONTENT = 204;
  private static final int NOT_MODIFIED = 304;

  private final Gateway gateway;

  PointAnswers(Gateway gateway) {
    this.gateway = gateway;
  }

  Answer read(ItemRequest request, String id) {
    return read(request, id, gateway.find(request.handle(), request.key(id), request.context()));
  }

  /// As [#read], where that takes no waiting; empty otherwise.
  Optional<Function<ItemRequest, Answer>> readAtOnce(ItemRequest request, String id) {
    return gateway
        .findAtOnce(request.handle(), request.key(id), request.context())
        .map(result -> same -> read(same, id, result));
  }

  private static Answer read(ItemRequest request, String id, ReadResult result) {
    Item item = result.item().orElseThrow(() -> missing(id));
    EntityTag tag = new EntityTag(request.owner().etag(item));
    Answer answer =
        tag.isKnownTo(request.sql())
            ? Answer.empty(NOT_MODIFIED)
            : Answer.json(OK, request.owner().json(item));
    return answer.etag(tag).header(Names.ITEM_LSN, Long.toString(item.version().lsn()));
  }

  Answer create(ItemRequest request) {
    ItemBody body = request.body();
    return written(
        request,
        gateway.create(
            request.handle(),
            keyOf(body, request),
            body.item(request.indexed()),
            request.context()));
  }

  Answer upsert(ItemRequest request) {
    ItemBody body = request.body();
    ItemKey key = keyOf(body, request);
    boolean createsOnly =
        request.sql().header(Names.IF_NONE_MATCH).map(tag -> tag.equals("*")).orElse(false);
    if (createsOnly) {
      return written(request, createUnlessThere(request, key, body));
    }
    return written(
        request,
        gateway.upsert(
            request.handle(),
            key,
            body.item(request.indexed()),
            request.expected(),
            request.context()));
  }

  private WriteResult createUnlessThere(ItemRequest request, ItemKey key, ItemBody body) {
    try {
      return gateway.create(request.handle(), key, body.item(request.indexed()), request.context());
    } catch (OrreryException failure) {
      throw failure.code() == ErrorCode.CONFLICT
          ? new OrreryException(
              ErrorCode.PRECONDITION_FAILED, "The item exists, which If-None-Match rules out.")
          : failure;
    }
  }

  /// The key of a new item: the header's partition key may be left out.
  private static ItemKey keyOf(ItemBody body, ItemRequest request) {
    PartitionKey key = request.keyIn(body);
    return request.key(key, body.id());
  }

  Answer replace(ItemRequest request, String id) {
    ItemBody body = request.body();
    PartitionKey partitionKey = request.keyIn(body);
    ItemKey key = request.key(partitionKey, id);
    if (!body.id().equals(id)) {
      return written(request, rename(request, key, request.key(partitionKey, body.id()), body));
    }
    return written(
        request,
        gateway.replace(
            request.handle(),
            key,
            body.item(request.indexed()),
            request.expected(),
            request.context()));
  }

  /// The old item goes and the new one comes at once. It is a replacement to the client, though a
  /// new item to the engine.
  private WriteResult rename(ItemRequest request, ItemKey from, ItemKey to, ItemBody body) {
    List<Operation> operations =
        List.of(
            new Operation.Delete(from, request.expected()),
            new Operation.Create(to, body.item(request.indexed())));
    return switch (gateway.batch(request.handle(), operations, request.context())) {
      case BatchOutcome.Committed committed -> {
        WriteResult created = committed.results().getLast();
        yield new WriteResult(
            WriteResult.Effect.REPLACED,
            created.item(),
            created.lsn(),
            created.charge(),
            created.session());
      }
      case BatchOutcome.Failed failed -> throw new OrreryException(failed.code(), failed.message());
    };
  }

  Answer delete(ItemRequest request, String id) {
    gateway.delete(request.handle(), request.key(id), request.expected(), request.context());
    return Answer.empty(NO_CONTENT);
  }

  Answer patch(ItemRequest request, String id, Patch patch) {
    patch.requireNotIn(request.handle().definition());
    return written(request, patch.carryOut(gateway, request, request.key(id), request.expected()));
  }

  Answer deletePartitionKey(ItemRequest request) {
    ItemKey key = request.handle().key(request.requireKey(), NO_ROW_KEY);
    gateway.deleteLogicalPartition(request.handle(), key, request.context());
    return Answer.empty(OK);
  }

  static Answer written(ItemRequest request, WriteResult result) {
    int status = result.effect() == WriteResult.Effect.CREATED ? CREATED : OK;
    Answer answer =
        request.minimal()
            ? Answer.empty(status)
            : Answer.json(status, request.owner().json(result.item()));
    return answer
        .header(Names.ETAG, request.owner().etag(result.item()))
        .header(Names.ITEM_LSN, Long.toString(result.lsn()));
  }

  private static OrreryException missing(String id) {
    return new OrreryException(
        ErrorCode.NOT_FOUND, "There is no item '%s' with this partition key.".formatted(id));
  }
}
