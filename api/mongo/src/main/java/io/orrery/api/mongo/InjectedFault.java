// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo;

import io.orrery.api.mongo.bson.BsonBuilder;
import io.orrery.api.mongo.bson.RawDocument;
import io.orrery.api.mongo.command.CommandBody;
import io.orrery.api.mongo.command.CommandFault;
import io.orrery.api.mongo.command.MongoError;
import io.orrery.api.mongo.command.MongoFailure;
import io.orrery.model.value.Value;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;

/// What goes wrong with one command, because a test wants it.
final class InjectedFault {
  private static final InjectedFault NONE = new InjectedFault(Optional.empty(), false);

  private final Optional<CommandFault> fault;
  private final boolean closesBeforeWrite;

  private InjectedFault(Optional<CommandFault> fault, boolean closesBeforeWrite) {
    this.fault = fault;
    this.closesBeforeWrite = closesBeforeWrite;
  }

  static InjectedFault of(FailPoints points, CommandBody body, Greetings greetings) {
    if (points.areNone() || body.name().equals("configureFailPoint")) {
      return NONE;
    }
    return new InjectedFault(
        points.fault(body.name(), body.application().orElseGet(greetings::application)),
        body.isRetryableWrite() && points.endsAtRetriedWrite(true));
  }

  /// Waits as long as the test wants, before anything else happens.
  void block() {
    long millis = fault.map(CommandFault::blockMillis).orElse(0L);
    if (millis > 0) {
      try {
        Thread.sleep(millis);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new MongoFailure(MongoError.INTERRUPTED, "interrupted at a fail point");
      }
    }
  }

  /// Whether the connection ends, and nothing is done.
  boolean closes() {
    return closesBeforeWrite || fault.map(CommandFault::closes).orElse(false);
  }

  /// Whether the connection ends although a write was done. That is counted for writes that took
  /// place, and not where one that took place before is told again.
  boolean closesAfter(FailPoints points, CommandBody body, ByteBuffer reply) {
    return body.isRetryableWrite()
        && !points.areNone()
        && read(reply).property("retriedStmtIds") == Value.Undefined.UNDEFINED
        && points.endsAtRetriedWrite(false);
  }

  private static Value.Document read(ByteBuffer reply) {
    byte[] bytes = new byte[reply.remaining()];
    reply.duplicate().get(bytes);
    return RawDocument.of(bytes).toValue();
  }

  /// What is answered instead of doing anything.
  Optional<BsonBuilder> refusal(Labels labels) {
    return fault
        .flatMap(CommandFault::errorCode)
        .map(
            code -> {
              BsonBuilder reply = new BsonBuilder();
              List<String> own = labels.of(code);
              FailureReplies.write(code, wanted().orElse(own), reply);
              return reply;
            });
  }

  /// Adds to the answer of a command that was carried out.
  void addTo(BsonBuilder reply, Labels labels) {
    fault
        .flatMap(CommandFault::writeConcernError)
        .ifPresent(
            error -> {
              reply.put("writeConcernError", error);
              int code = error.property("code") instanceof Value.Int32(int number) ? number : 0;
              List<String> own = labels.ofWriteConcern(code);
              FailureReplies.put(wanted().orElse(own), reply);
            });
  }

  private Optional<List<String>> wanted() {
    return fault.flatMap(CommandFault::errorLabels);
  }
}
