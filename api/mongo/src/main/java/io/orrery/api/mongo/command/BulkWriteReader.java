// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.command;

import io.orrery.api.mongo.bson.BsonBuilder;
import io.orrery.api.mongo.bson.RawDocument;
import io.orrery.api.mongo.command.WriteCommand.Change;
import io.orrery.api.mongo.command.WriteCommand.Removal;
import io.orrery.api.mongo.command.WriteCommand.Retry;
import io.orrery.model.value.Value;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Reads `bulkWrite`: each operation becomes the command that it would be by itself.
final class BulkWriteReader {
  private static final Set<String> KINDS = Set.of("insert", "update", "delete");

  /// What fields are called in an operation, and in the statement of a command.
  private static final Map<String, String> NAMES =
      Map.of("filter", "q", "updateMods", "u", "constants", "c");

  private final CommandBody body;
  private final CommandVariables variables;
  private final boolean bypass;
  private final List<Namespace> namespaces;
  private final Optional<Retry> retry;

  private BulkWriteReader(CommandBody body) {
    this.body = body;
    this.variables = CommandVariables.of(body);
    this.bypass = body.arguments().flag("bypassDocumentValidation");
    this.namespaces = namespaces(body);
    this.retry = WriteCommands.retry(body);
  }

  static void addTo(Map<String, CommandTable.Reader> table) {
    table.put("bulkWrite", body -> new BulkWriteReader(body).read());
  }

  private MongoCommand read() {
    if (!body.database().equals("admin")) {
      throw new MongoFailure(
          MongoError.UNAUTHORIZED, "bulkWrite may only be run against the admin database.");
    }
    List<WriteCommand> operations = new ArrayList<>();
    for (RawDocument each : WriteCommands.statements(body, "ops")) {
      operations.add(operation(each.toValue(), operations.size()));
    }
    Arguments arguments = body.arguments();
    Optional<Long> batchSize =
        arguments
            .findDocument("cursor")
            .flatMap(cursor -> new Arguments("bulkWrite.cursor", cursor).findCount("batchSize"));
    return new BulkWriteCommand(
        operations,
        arguments.flag("ordered", true),
        arguments.flag("errorsOnly"),
        batchSize,
        variables,
        body.session());
  }

  private static List<Namespace> namespaces(CommandBody body) {
    List<RawDocument> named = body.documents("nsInfo");
    List<Namespace> namespaces = new ArrayList<>();
    for (RawDocument each : named == null ? List.<RawDocument>of() : named) {
      Arguments arguments = new Arguments("bulkWrite.nsInfo", each.toValue());
      String name = arguments.text("ns");
      ReadCommands.refuse(arguments, "encryptionInformation", "collectionUUID");
      arguments.requireNothingElse();
      int dot = name.indexOf('.');
      if (dot < 0) {
        throw new MongoFailure(
            MongoError.INVALID_NAMESPACE, "Invalid namespace specified '%s'".formatted(name));
      }
      namespaces.add(new Namespace(name.substring(0, dot), name.substring(dot + 1)));
    }
    return namespaces;
  }

  private WriteCommand operation(Value.Document operation, int index) {
    String kind =
        operation.properties().isEmpty() ? "" : operation.properties().firstEntry().getKey();
    if (!KINDS.contains(kind)) {
      throw new MongoFailure(
          MongoError.FAILED_TO_PARSE,
          "'%s' is no operation of bulkWrite: there are insert, update and delete".formatted(kind));
    }
    Arguments arguments = new Arguments("bulkWrite." + kind, renamed(operation, kind));
    Namespace namespace = namespace(arguments.findCount(kind).orElse(-1L));
    Optional<Retry> once = retry.map(all -> all.from(index));
    WriteCommand read =
        switch (kind) {
          case "insert" -> insert(namespace, arguments, once);
          case "update" -> update(namespace, arguments, once);
          default -> delete(namespace, arguments, once);
        };
    arguments.requireNothingElse();
    return read;
  }

  private static Value.Document renamed(Value.Document operation, String kind) {
    LinkedHashMap<String, Value> fields = new LinkedHashMap<>();
    operation
        .properties()
        .forEach(
            (name, value) ->
                fields.put(kind.equals("insert") ? name : NAMES.getOrDefault(name, name), value));
    return new Value.Document(fields);
  }

  private Namespace namespace(long number) {
    if (number < 0 || number >= namespaces.size()) {
      throw new MongoFailure(
          MongoError.BAD_VALUE,
          "BulkWrite ops entry %d has an invalid nsInfo index.".formatted(number));
    }
    return namespaces.get((int) number);
  }

  private WriteCommand insert(Namespace namespace, Arguments arguments, Optional<Retry> once) {
    RawDocument document = RawDocument.of(BsonBuilder.bytes(arguments.document("document")));
    return new WriteCommand.Insert(namespace, List.of(document), true, once, bypass);
  }

  private WriteCommand update(Namespace namespace, Arguments arguments, Optional<Retry> once) {
    Change change = WriteCommands.change(arguments, variables, bypass);
    if (change.multi() && once.isPresent()) {
      throw new MongoFailure(
          MongoError.INVALID_OPTIONS, "Cannot use retryable writes with multi=true");
    }
    return new WriteCommand.Update(namespace, List.of(change), true, once);
  }

  private WriteCommand delete(Namespace namespace, Arguments arguments, Optional<Retry> once) {
    boolean all = arguments.flag("multi");
    if (all && once.isPresent()) {
      throw new MongoFailure(
          MongoError.INVALID_OPTIONS, "Cannot use retryable writes with multi=true");
    }
    Removal removal = WriteCommands.removal(arguments, variables, !all);
    return new WriteCommand.Delete(namespace, List.of(removal), true, once);
  }
}
