// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo;

import io.orrery.api.mongo.bson.BsonBuilder;
import io.orrery.api.mongo.bson.RawDocument;
import io.orrery.api.mongo.command.BsonNumbers;
import io.orrery.api.mongo.command.BulkWriteCommand;
import io.orrery.api.mongo.command.FailureText;
import io.orrery.api.mongo.command.MongoError;
import io.orrery.api.mongo.command.WriteCommand;
import io.orrery.model.OrreryException;
import io.orrery.model.value.Value;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.Set;

/// Carries out the operations of one `bulkWrite`, each as the command that it would be by itself,
/// and puts their answers together.
final class BulkWrites {
  /// Carries out one operation.
  @FunctionalInterface
  interface Writer {
    /// Writes, and answers as the command would.
    ///
    /// @param index of the operation
    void write(int index, WriteCommand operation, BsonBuilder reply);
  }

  /// The place of a failure that is about all statements.
  private static final long ALL = -1;

  /// What is told of one document that was inserted.
  private static final Value.Document ONE = document("n", new Value.Int32(1));

  private final BulkWriteCommand command;
  private final Writer writer;
  private final List<Value> results = new ArrayList<>();
  private final List<Integer> retried = new ArrayList<>();
  private int errors;
  private long inserted;
  private long matched;
  private long modified;
  private long upserted;
  private long deleted;

  BulkWrites(BulkWriteCommand command, Writer writer) {
    this.command = command;
    this.writer = writer;
  }

  /// What is told of each operation.
  List<Value> run() {
    List<WriteCommand> operations = command.operations();
    int next = 0;
    while (next < operations.size() && goesOn()) {
      List<WriteCommand.Insert> inserts = inserts(next);
      if (inserts.isEmpty()) {
        one(next, operations.get(next));
        next++;
      } else {
        several(next, inserts);
        next += inserts.size();
      }
    }
    return results;
  }

  private boolean goesOn() {
    return errors == 0 || !command.ordered();
  }

  /// Inserts into one collection that follow each other, which are written together.
  private List<WriteCommand.Insert> inserts(int from) {
    List<WriteCommand.Insert> inserts = new ArrayList<>();
    for (WriteCommand each : command.operations().subList(from, command.operations().size())) {
      boolean fits =
          each instanceof WriteCommand.Insert
              && (inserts.isEmpty() || each.namespace().equals(inserts.getFirst().namespace()));
      if (!fits) {
        break;
      }
      inserts.add((WriteCommand.Insert) each);
    }
    return inserts;
  }

  private void several(int index, List<WriteCommand.Insert> inserts) {
    WriteCommand.Insert first = inserts.getFirst();
    var together =
        new WriteCommand.Insert(
            first.namespace(),
            inserts.stream().map(each -> each.documents().getFirst()).toList(),
            command.ordered(),
            first.retry(),
            first.bypass());
    Value.Document told = told(index, together);
    Map<Long, Value.Document> failures = failures(told);
    for (int i = 0; i < inserts.size() && goesOn(); i++) {
      Value.Document failure = failures.getOrDefault((long) i, failures.get(ALL));
      if (failure != null) {
        failed(index + i, together, failure);
      } else {
        done(index + i, together, ONE);
      }
    }
  }

  private void one(int index, WriteCommand operation) {
    Value.Document told = told(index, operation);
    Map<Long, Value.Document> failures = failures(told);
    if (failures.isEmpty()) {
      done(index, operation, told);
    } else {
      failed(index, operation, failures.values().iterator().next());
    }
  }

  /// What became of the statements of a command, from an operation on.
  private Value.Document told(int index, WriteCommand operations) {
    BsonBuilder reply = new BsonBuilder();
    try {
      writer.write(index, operations, reply);
    } catch (OrreryException failure) {
      boolean overloaded = FailureText.error(failure) == MongoError.TOO_MANY_REQUESTS;
      if (FailureText.endsTransaction(failure) || (index == 0 && overloaded)) {
        throw failure;
      }
      return failure(failure);
    }
    Value.Document told = RawDocument.of(reply.toByteArray()).toValue();
    if (told.property("retriedStmtIds") instanceof Value.Array(List<Value> statements)) {
      statements.forEach(
          each -> retried.add(index + BsonNumbers.findWhole(each).orElse(0L).intValue()));
    }
    return told;
  }

  /// By their places among the statements; one that is about all of them has none.
  private static Map<Long, Value.Document> failures(Value.Document told) {
    Map<Long, Value.Document> failures = new LinkedHashMap<>();
    if (told.properties().containsKey("code")) {
      failures.put(ALL, told);
    } else if (told.property("writeErrors") instanceof Value.Array(List<Value> errors)) {
      for (Value each : errors) {
        Value.Document error = (Value.Document) each;
        failures.put(whole(error, "index"), error);
      }
    }
    return failures;
  }

  private static Value.Document failure(OrreryException failure) {
    LinkedHashMap<String, Value> error = new LinkedHashMap<>();
    error.put("code", new Value.Int32(FailureText.error(failure).code()));
    error.put("errmsg", new Value.Text(FailureText.message(failure)));
    return new Value.Document(error);
  }

  private void failed(int index, WriteCommand operation, Value.Document error) {
    errors++;
    SequencedMap<String, Value> result = begin(0, index);
    error.properties().forEach(result::putIfAbsent);
    result.keySet().removeAll(Set.of("index"));
    result.put("n", new Value.Int32(0));
    if (operation instanceof WriteCommand.Update) {
      result.put("nModified", new Value.Int32(0));
    }
    results.add(new Value.Document(result));
  }

  private void done(int index, WriteCommand operation, Value.Document told) {
    long n = whole(told, "n");
    SequencedMap<String, Value> result = begin(1, index);
    result.put("n", new Value.Int32((int) n));
    switch (operation) {
      case WriteCommand.Insert _ -> inserted += n;
      case WriteCommand.Delete _ -> deleted += n;
      case WriteCommand.Update _ -> updated(n, told, result);
      case WriteCommand.FindAndModify _ ->
          throw new IllegalStateException("bulkWrite has no such operation");
    }
    if (!command.errorsOnly()) {
      results.add(new Value.Document(result));
    }
  }

  private void updated(long n, Value.Document told, SequencedMap<String, Value> result) {
    long changed = whole(told, "nModified");
    modified += changed;
    result.put("nModified", new Value.Int32((int) changed));
    if (told.property("upserted") instanceof Value.Array(List<Value> made)
        && made.getFirst() instanceof Value.Document entry) {
      upserted++;
      result.put("upserted", document("_id", entry.property("_id")));
    } else {
      matched += n;
    }
  }

  private static Value.Document document(String name, Value value) {
    LinkedHashMap<String, Value> fields = new LinkedHashMap<>();
    fields.put(name, value);
    return new Value.Document(fields);
  }

  private static SequencedMap<String, Value> begin(double ok, int index) {
    LinkedHashMap<String, Value> result = new LinkedHashMap<>();
    result.put("ok", new Value.Float64(ok));
    result.put("idx", new Value.Int32(index));
    return result;
  }

  private static long whole(Value.Document document, String name) {
    return BsonNumbers.findWhole(document.property(name)).orElse(0L);
  }

  /// What is told of all operations together.
  void write(BsonBuilder reply) {
    reply
        .put("nErrors", errors)
        .put("nInserted", (int) inserted)
        .put("nMatched", (int) matched)
        .put("nModified", (int) modified)
        .put("nUpserted", (int) upserted)
        .put("nDeleted", (int) deleted);
    if (!retried.isEmpty()) {
      reply.beginArray("retriedStmtIds");
      retried.forEach(index -> reply.add(new Value.Int32(index)));
      reply.end();
    }
  }
}
