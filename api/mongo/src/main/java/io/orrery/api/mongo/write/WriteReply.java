// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.write;

import io.orrery.api.mongo.bson.BsonBuilder;
import io.orrery.api.mongo.command.FailureText;
import io.orrery.api.mongo.command.MongoError;
import io.orrery.api.mongo.command.MongoFailure;
import io.orrery.api.mongo.write.Statements.Changed;
import io.orrery.model.OrreryException;
import io.orrery.model.value.Value;
import java.util.ArrayList;
import java.util.List;

/// What became of the statements of a command, put together.
final class WriteReply {
  private record Upserted(int index, Value id) {}

  private final boolean ordered;
  private final List<byte[]> errors = new ArrayList<>();
  private final List<Upserted> upserted = new ArrayList<>();
  private final List<Integer> retried = new ArrayList<>();
  private long n;
  private long modified;

  WriteReply(boolean ordered) {
    this.ordered = ordered;
  }

  /// Whether further statements are to be done.
  boolean goesOn() {
    return errors.isEmpty() || !ordered;
  }

  /// Does a statement; what it fails with is told. Where nothing was done before, an overloaded
  /// server refuses the whole command: a driver then sends it again by itself.
  void attempt(int index, Runnable statement) {
    try {
      statement.run();
    } catch (OrreryException failure) {
      if (FailureText.endsTransaction(failure)) {
        throw failure;
      }
      boolean untouched = n == 0 && upserted.isEmpty() && errors.isEmpty();
      if (untouched && FailureText.error(failure) == MongoError.TOO_MANY_REQUESTS) {
        throw failure;
      }
      failed(index, failure);
    }
  }

  void failed(int index, OrreryException failure) {
    BsonBuilder error = new BsonBuilder().put("index", index);
    error.put("code", FailureText.error(failure).code());
    error.put("errmsg", FailureText.message(failure));
    if (failure instanceof MongoFailure refusal) {
      refusal.details().properties().forEach(error::put);
    }
    errors.add(error.toByteArray());
  }

  void counted(long matched, long changed) {
    n += matched;
    modified += changed;
  }

  void changed(int index, Changed changed) {
    if (changed.upserted().isPresent()) {
      upserted.add(new Upserted(index, changed.upserted().get()));
      n++;
    } else if (changed.matched()) {
      n++;
      modified += changed.modified() ? 1 : 0;
    }
  }

  void retried(int index) {
    retried.add(index);
  }

  boolean isEmpty() {
    return n == 0 && errors.isEmpty();
  }

  boolean hasFailures() {
    return !errors.isEmpty();
  }

  void writeInsert(BsonBuilder reply) {
    reply.put("n", (int) n);
    writeErrors(reply);
    writeRetried(reply);
  }

  void writeDelete(BsonBuilder reply) {
    writeInsert(reply);
  }

  void writeUpdate(BsonBuilder reply) {
    reply.put("n", (int) n).put("nModified", (int) modified);
    if (!upserted.isEmpty()) {
      reply.beginArray("upserted");
      upserted.forEach(
          each -> reply.beginDocument().put("index", each.index()).put("_id", each.id()).end());
      reply.end();
    }
    writeErrors(reply);
    writeRetried(reply);
  }

  private void writeErrors(BsonBuilder reply) {
    if (!errors.isEmpty()) {
      reply.beginArray("writeErrors");
      errors.forEach(reply::add);
      reply.end();
    }
  }

  void writeRetried(BsonBuilder reply) {
    if (!retried.isEmpty()) {
      reply.beginArray("retriedStmtIds");
      retried.forEach(each -> reply.add(new Value.Int32(each)));
      reply.end();
    }
  }
}
