// SPDX-License-Identifier: Apache-2.0
package io.orrery.bench.mongo;

import io.orrery.bench.cells.Dialect;
import io.orrery.bench.cells.Operation;
import io.orrery.bench.load.Items;
import io.orrery.testkit.mongo.MongoFrames;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.bson.BsonBinary;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;

/// Commands as drivers send them, each in a session.
///
/// @param sharded whether the collection is, by `pk`: then who reads or changes one document says
///   that, too
record MongoRequests(Items items, boolean sharded) implements Dialect {
  static final String DATABASE = "bench";
  static final String COLLECTION = "items";

  private static final int SESSIONS = 64;
  private static final int SESSION_ID_BYTES = 16;
  private static final List<String> CHANGED = List.of("text0", "text1");

  /// The commands that make the collection and its index.
  List<byte[]> create() {
    List<byte[]> commands = new ArrayList<>();
    if (sharded) {
      commands.add(
          MongoFrames.command(
              BsonDocument.parse(
                  "{shardCollection: '%s.%s', key: {pk: 'hashed'}, $db: 'admin'}"
                      .formatted(DATABASE, COLLECTION))));
    } else {
      commands.add(command("{create: '%s'}", 0));
    }
    commands.add(command("{createIndexes: '%s', indexes: [{key: {grp: 1}, name: 'grp_1'}]}", 0));
    return commands;
  }

  /// Inserts of so many documents, those of one key in one command.
  List<byte[]> load(int count) {
    List<byte[]> commands = new ArrayList<>();
    for (int key = 0; key < items.keys(); key++) {
      List<BsonDocument> documents = new ArrayList<>();
      for (int number = key; number < count; number += items.keys()) {
        documents.add(document(items.json(number)));
      }
      commands.add(inserts(key, documents));
    }
    return commands;
  }

  @Override
  public byte[] read(long number) {
    BsonDocument find = body("{find: '%s', limit: 1, singleBatch: true}", number);
    return MongoFrames.command(find.append("filter", one(number)));
  }

  @Override
  public byte[] insert(long number) {
    return inserts(number, List.of(document(items.json(number))));
  }

  /// Sets what is new.
  @Override
  public byte[] replace(long number, byte[] document) {
    BsonDocument whole = document(document);
    BsonDocument fresh = new BsonDocument();
    CHANGED.forEach(name -> fresh.append(name, whole.get(name)));
    BsonDocument statement =
        new BsonDocument("q", one(number)).append("u", new BsonDocument("$set", fresh));
    return MongoFrames.command(
        body("{update: '%s', ordered: true}", number), "updates", List.of(statement));
  }

  @Override
  public byte[] ask(Operation query, long number) {
    return switch (query) {
      case BY_KEY -> find(number, "pk", query, 20);
      case BY_PROPERTY -> find(number, "grp", query, 0);
      case GROUP_BY ->
          command(
              "{aggregate: '%s', cursor: "
                  + (sharded ? "{batchSize: 10000}" : "{}") // The other gives everything anyhow.
                  + ", pipeline: [{$group: {_id: '$pk', n: {$sum: 1}, s: {$sum: '$number'}}}]}",
              number);
      case READ,
          INSERT,
          REPLACE,
          REWRITE,
          BY_PROPERTY_GIN,
          BY_PROPERTY_GIN_AT_REST,
          BY_PROPERTY_GIN_PATHS,
          BY_RANGE,
          TOP_10,
          COUNT,
          SCAN,
          BATCH,
          PROCEDURE,
          FUNCTION ->
          throw new IllegalArgumentException("Not asked of MongoDB's API: " + query);
    };
  }

  private byte[] find(long number, String field, Operation query, int limit) {
    BsonValue wanted = BsonDocument.parse("{v: " + query.parameter(items, number) + "}").get("v");
    BsonDocument find = body("{find: '%s', limit: " + limit + "}", number);
    return MongoFrames.command(find.append("filter", new BsonDocument(field, wanted)));
  }

  private byte[] inserts(long number, List<BsonDocument> documents) {
    return MongoFrames.command(
        body("{insert: '%s', ordered: true}", number), "documents", documents);
  }

  private BsonDocument one(long number) {
    BsonDocument filter = new BsonDocument("_id", new BsonString(Items.id(number)));
    return sharded ? filter.append("pk", new BsonString(items.partitionKey(number))) : filter;
  }

  private static byte[] command(String pattern, long number) {
    return MongoFrames.command(body(pattern, number));
  }

  private static BsonDocument body(String pattern, long number) {
    byte[] session = new byte[SESSION_ID_BYTES];
    session[0] = (byte) (number % SESSIONS);
    return BsonDocument.parse(pattern.replace("%s", COLLECTION))
        .append("lsid", new BsonDocument("id", new BsonBinary((byte) 4, session)))
        .append("$db", new BsonString(DATABASE));
  }

  private static BsonDocument document(byte[] json) {
    String text = new String(json, StandardCharsets.UTF_8);
    return BsonDocument.parse(text.replace("\"id\":", "\"_id\":"));
  }
}
