// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCollection;
import io.orrery.api.mongo.aggregate.Aggregations;
import io.orrery.api.mongo.bson.RandomBson;
import io.orrery.api.mongo.bson.RawDocument;
import io.orrery.api.mongo.collection.MongoCollections;
import io.orrery.api.mongo.command.AggregateCommand;
import io.orrery.api.mongo.command.CommandVariables;
import io.orrery.api.mongo.command.Namespace;
import io.orrery.api.mongo.read.DocumentReads;
import io.orrery.api.mongo.read.OpenCursors;
import io.orrery.api.mongo.read.ReadPlanning;
import io.orrery.api.mongo.read.StoredDocuments;
import io.orrery.api.mongo.write.CappedCollections;
import io.orrery.api.mongo.write.DocumentWrites;
import io.orrery.api.mongo.write.Receipts;
import io.orrery.gateway.Gateway;
import io.orrery.model.container.Api;
import io.orrery.model.value.Value;
import io.orrery.model.value.ValueOrder;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Random pipelines make the same documents whether partitions do what they begin with, or all of
/// it is done over documents in memory.
class PushDownTest {
  private static final long SEED = 20_261_116;
  private static final int DOCUMENTS = 200;
  private static final int PIPELINES = 150;

  private SplittableRandom random = new SplittableRandom(SEED);

  @ParameterizedTest
  @ValueSource(ints = {1, 7})
  void partitionsDoTheSameAsTheDoor(int partitions) {
    random = new SplittableRandom(SEED + partitions);
    try (MongoBed bed = new MongoBed();
        MongoClient client = bed.connect("")) {
      var database = client.getDatabase("push");
      database.runCommand(
          BsonDocument.parse(
              "{customAction: 'CreateCollection', collection: 'c', shardKey: 'h',"
                  + " offerThroughput: %d}".formatted(partitions * 10_000)));
      MongoCollection<BsonDocument> collection = database.getCollection("c", BsonDocument.class);
      List<BsonDocument> documents = new ArrayList<>();
      for (int i = 0; i < DOCUMENTS; i++) {
        documents.add(document(i));
      }
      collection.insertMany(documents);
      for (int i = 0; i < PIPELINES; i++) {
        List<BsonDocument> pipeline = pipeline();
        List<Value.Document> pushed =
            collection.aggregate(pipeline).into(new ArrayList<>()).stream()
                .map(PushDownTest::value)
                .toList();
        assertSame(pushed, naive(bed.engine().gateway(), pipeline, documents), i, pipeline);
      }
    }
  }

  private static void assertSame(
      List<Value.Document> pushed,
      List<Value.Document> naive,
      int number,
      List<BsonDocument> pipeline) {
    String name = "seed %d, pipeline %d: %s".formatted(SEED, number, pipeline);
    List<Value.Document> one = pushed.stream().sorted(ValueOrder.BSON).toList();
    List<Value.Document> other = naive.stream().sorted(ValueOrder.BSON).toList();
    assertThat(one).as(name).hasSameSizeAs(other);
    for (int i = 0; i < one.size(); i++) {
      assertThat(ValueOrder.BSON.compare(one.get(i), other.get(i)))
          .as("%s: %s and %s", name, one.get(i), other.get(i))
          .isZero();
    }
  }

  private static Value.Document value(BsonDocument document) {
    return RawDocument.of(RandomBson.bytes(document)).toValue();
  }

  private static List<Value.Document> naive(
      Gateway gateway, List<BsonDocument> pipeline, List<BsonDocument> documents) {
    var collections = new MongoCollections(gateway);
    var reads =
        new DocumentReads(
            gateway,
            collections,
            new OpenCursors(InstantSource.system(), gateway.notes(Api.MONGO, 1)),
            new ReadPlanning());
    var command =
        new AggregateCommand(
            new Namespace("push", "c"),
            pipeline.stream().map(PushDownTest::value).toList(),
            new CommandVariables(
                new Value.Document(new LinkedHashMap<>()),
                new Value.DateTime(0, 0),
                Optional.empty()),
            Optional.empty(),
            Value.Undefined.UNDEFINED,
            Value.Undefined.UNDEFINED,
            false);
    var writes =
        new DocumentWrites(
            collections,
            new Receipts(gateway),
            new StoredDocuments(gateway, reads),
            new CappedCollections(gateway, collections, reads),
            InstantSource.system());
    return new Aggregations(
            gateway,
            collections,
            reads,
            writes,
            gateway.notes(Api.MONGO, 2),
            InstantSource.system())
            .collected(
                command,
                (_, _) -> documents.stream().map(PushDownTest::value).toList(),
                gateway.request(Duration.ofSeconds(30)))
            .stream()
            .map(bytes -> RawDocument.of(bytes).toValue())
            .toList();
  }

  /// Equal numbers have equal types, so that it does not matter which of them is told.
  private BsonDocument document(int id) {
    BsonDocument document = new BsonDocument("_id", new BsonInt32(id));
    document.put("h", new BsonInt32(random.nextInt(50)));
    document.putAll(
        BsonDocument.parse(
            "{k: %s, n: %s, l: [%s, %s]}"
                .formatted(
                    scalar(), scalar(), number(), random.nextBoolean() ? number() : scalar())));
    if (random.nextInt(5) == 0) {
      document.remove(random.nextBoolean() ? "n" : "l");
    }
    return document;
  }

  private String scalar() {
    return switch (random.nextInt(6)) {
      case 0 -> "null";
      case 1 -> "'t%d'".formatted(random.nextInt(4));
      default -> number();
    };
  }

  private String number() {
    int number = random.nextInt(12);
    return switch (number % 4) {
      case 0 -> Integer.toString(number);
      case 1 -> "NumberLong(%d)".formatted(number);
      case 2 -> number + ".25";
      default -> "NumberDecimal('%d.5')".formatted(number);
    };
  }

  private List<BsonDocument> pipeline() {
    List<BsonDocument> stages = new ArrayList<>();
    for (int i = random.nextInt(3); i > 0; i--) {
      stages.add(BsonDocument.parse(row()));
    }
    switch (random.nextInt(5)) {
      case 0 -> {
        // Rows only.
      }
      case 1 -> {
        stages.add(BsonDocument.parse("{$sort: {n: %d, _id: 1, l: 1}}".formatted(direction())));
        stages.add(BsonDocument.parse("{$skip: %d}".formatted(random.nextInt(20))));
        stages.add(BsonDocument.parse("{$limit: %d}".formatted(1 + random.nextInt(150))));
      }
      case 2 -> stages.add(BsonDocument.parse("{$count: 'count'}"));
      default -> {
        stages.add(BsonDocument.parse(group()));
        stages.add(
            BsonDocument.parse(
                "{$set: {p: {$sortArray: {input: '$p', sortBy: 1}},"
                    + " e: {$sortArray: {input: '$e', sortBy: 1}}, t: {$type: '$s'},"
                    + " u: {$type: '$a'}}}"));
      }
    }
    if (random.nextBoolean()) {
      stages.add(BsonDocument.parse("{$set: {z: {$ifNull: ['$n', '$s', 'none']}}}"));
    }
    return stages;
  }

  private int direction() {
    return random.nextBoolean() ? 1 : -1;
  }

  private String row() {
    return switch (random.nextInt(6)) {
      case 0 -> "{$match: {n: {$gte: %s}}}".formatted(number());
      case 1 -> "{$match: {$or: [{k: %s}, {l: %s}]}}".formatted(scalar(), number());
      case 2 ->
          "{$unwind: {path: '$l', preserveNullAndEmptyArrays: %s}}".formatted(random.nextBoolean());
      case 3 -> "{$set: {n: {$cond: [{$isNumber: '$n'}, {$add: ['$n', 1]}, '$k']}}}";
      case 4 -> "{$match: {$expr: {$lt: ['$k', '$n']}}}";
      default -> "{$project: {k: 1, n: 1, l: 1, m: ['$k', '$h']}}";
    };
  }

  private String group() {
    String key =
        switch (random.nextInt(4)) {
          case 0 -> "null";
          case 1 -> "'$k'";
          case 2 -> "{a: '$k', b: {$type: '$n'}}";
          default -> "{$type: '$k'}";
        };
    return ("{$group: {_id: %s, c: {$sum: 1}, s: {$sum: '$n'}, a: {$avg: '$n'}, i: {$min: '$n'},"
            + " x: {$max: '$k'}, p: {$push: '$n'}, e: {$addToSet: '$k'}, o: {$count: {}}}}")
        .formatted(key);
  }
}
