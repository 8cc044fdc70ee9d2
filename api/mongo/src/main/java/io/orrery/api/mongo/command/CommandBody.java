// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.command;

import io.orrery.api.mongo.bson.BsonBuilder;
import io.orrery.api.mongo.bson.RawDocument;
import io.orrery.api.mongo.frame.WireRequest;
import io.orrery.model.value.Value;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What a request says, before anybody knows what it means: the name of a command is that of its
/// body's first field.
public final class CommandBody {
  /// What is kept as it arrived, since it goes into the store as it is, or is read one by one.
  private static final Set<String> UNREAD = Set.of("documents", "updates", "deletes", "ops");

  private final String name;
  private final String database;
  private final Value.Document fields;
  private final Arguments arguments;
  private final RawDocument raw;
  private final Map<String, List<RawDocument>> sequences;
  private Optional<TransactionStep> transaction = Optional.empty();

  private final Value.DateTime now;

  private CommandBody(
      String name,
      String database,
      Value.Document fields,
      RawDocument raw,
      Map<String, List<RawDocument>> sequences,
      Value.DateTime now) {
    this.now = now;
    this.name = name;
    this.database = database;
    this.fields = fields;
    this.arguments = new Arguments(name, fields);
    this.raw = raw;
    this.sequences = sequences;
  }

  /// Fails with MALFORMED if the body is no BSON, and with BAD_VALUE if it names no command or no
  /// database.
  ///
  /// @param now what `$$NOW` is in it
  public static CommandBody of(WireRequest request, Value.DateTime now) {
    Value.Document fields = request.body().toValue(UNREAD);
    if (fields.properties().isEmpty()) {
      throw new MongoFailure(MongoError.COMMAND_NOT_FOUND, "no such command: ''");
    }
    String database =
        request
            .database()
            .orElseGet(
                () -> {
                  if (fields.property("$db") instanceof Value.Text(String text)) {
                    return text;
                  }
                  throw new MongoFailure(
                      MongoError.MISSING_FIELD, "OP_MSG requests require a $db argument");
                });
    String name = fields.properties().firstEntry().getKey();
    CommandBody body =
        new CommandBody(name, database, fields, request.body(), request.sequences(), now);
    body.arguments.ignore(name);
    return body;
  }

  /// A command that stands in this one, asked at the same place and time.
  CommandBody inside(Value.Document command) {
    if (command.properties().isEmpty()) {
      throw new MongoFailure(MongoError.COMMAND_NOT_FOUND, "no such command: ''");
    }
    String inner = command.properties().firstEntry().getKey();
    RawDocument bytes = RawDocument.of(BsonBuilder.bytes(command));
    CommandBody body =
        new CommandBody(inner, database, bytes.toValue(UNREAD), bytes, Map.of(), now);
    body.arguments.ignore(inner);
    return body;
  }

  public String name() {
    return name;
  }

  /// When it arrived: the same time in all of its expressions.
  public Value.DateTime now() {
    return now;
  }

  /// All that it says.
  Value.Document fields() {
    return fields;
  }

  /// Where it is asked, which is what it is about for most commands.
  public String database() {
    return database;
  }

  public Arguments arguments() {
    return arguments;
  }

  /// The value of the field that names the command: often a collection.
  public Value subject() {
    return fields.property(name);
  }

  /// The session it is sent in; undefined if in none.
  public Value session() {
    return fields.property("lsid");
  }

  /// The transaction that it is part of.
  public Optional<TransactionStep> transaction() {
    return transaction;
  }

  /// Which state it is about, if it reads.
  public SeenState readState() {
    return transaction
        .<SeenState>map(SeenState.InTransaction::new)
        .orElseGet(() -> ReadConcerns.state(this));
  }

  /// What the client calls itself, where it says so: in a greeting.
  public Optional<String> application() {
    return fields.property("client") instanceof Value.Document client
        ? ConnectionCommand.Hello.application(client)
        : Optional.empty();
  }

  /// Whether it says that it is part of one, sensibly or not.
  public boolean isInTransaction() {
    return fields.properties().containsKey("autocommit");
  }

  /// Whether it is a write that may be sent again, and is then done once.
  public boolean isRetryableWrite() {
    return fields.properties().containsKey("txnNumber") && !isInTransaction();
  }

  /// Fails with INVALID_OPTIONS if what it says of transactions makes no sense, and with
  /// OPERATION_NOT_SUPPORTED_IN_TRANSACTION if it cannot be part of one.
  void readTransaction() {
    transaction = TransactionStep.read(this);
  }

  /// The documents of a field, in the body or beside it, as they arrived; null if there are none.
  public @Nullable List<RawDocument> documents(String field) {
    arguments.ignore(field);
    List<RawDocument> beside = sequences.get(field);
    return beside != null ? beside : raw.documents(field);
  }
}
