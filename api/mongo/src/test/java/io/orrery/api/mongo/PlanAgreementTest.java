// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.MongoException;
import com.mongodb.client.FindIterable;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.Collation;
import com.mongodb.client.model.CollationStrength;
import com.mongodb.client.model.CountOptions;
import io.orrery.api.mongo.bson.RandomBson;
import io.orrery.api.mongo.bson.RawDocument;
import io.orrery.api.mongo.command.CollatedFilters;
import io.orrery.api.mongo.command.Collations;
import io.orrery.api.mongo.match.FilterReader;
import io.orrery.api.mongo.match.Matching;
import io.orrery.api.mongo.read.SortOrder;
import io.orrery.api.mongo.text.TextBinding;
import io.orrery.api.mongo.text.TextIndex;
import io.orrery.model.value.Value;
import io.orrery.model.value.ValueOrder;
import io.orrery.plan.derive.TextLanguage;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonNull;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.bson.Document;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Whatever indexes there are, a find gives what a scan of all documents and the plainest
/// evaluation give, in the same order: over random documents, indexes, filters and orders, in one
/// partition and in seven.
class PlanAgreementTest {
  private static final long SEED = Long.getLong("orrery.mongo.seed", 20_261_117);
  private static final int ROUNDS = Integer.getInteger("orrery.mongo.rounds", 4);
  private static final int DOCUMENTS = 150;
  private static final int QUERIES = 60;
  private static final String[] PATHS = {"a", "b", "c", "c.d", "c.d.e", "a.0", "b.d", "_id"};
  private static final String[] COMPARISONS = {"$eq", "$gt", "$gte", "$lt", "$lte", "$ne"};

  private static final String[] TEXTS = {"p", "P", "q", "Q", "e", "é", "É", "r10", "R9"};

  /// Texts compare by their bytes, or as one of two collations has it.
  private static final List<Optional<Collation>> COLLATIONS =
      List.of(
          Optional.empty(),
          Optional.of(
              Collation.builder()
                  .locale("en")
                  .collationStrength(CollationStrength.PRIMARY)
                  .numericOrdering(true)
                  .build()),
          Optional.of(
              Collation.builder()
                  .locale("fr")
                  .collationStrength(CollationStrength.SECONDARY)
                  .build()));

  private static final String[] WORDS = {
    "ships", "Sailing", "sailed", "the", "Café", "coast", "coasts"
  };
  private static final TextIndex TEXT =
      new TextIndex(Map.of("words", 1.0), new TextLanguage("english", "language"));

  private SplittableRandom random = new SplittableRandom(SEED);

  private static Value.Document value(BsonDocument document) {
    return RawDocument.of(RandomBson.bytes(document)).toValue();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 7})
  void plansAgree(int partitions) {
    random = new SplittableRandom(SEED + partitions);
    try (MongoBed bed = new MongoBed();
        MongoClient client = bed.connect("")) {
      MongoDatabase database = client.getDatabase("plans");
      for (int round = 0; round < ROUNDS; round++) {
        String name = "c" + round;
        if (partitions > 1) {
          database.runCommand(
              new Document("customAction", "CreateCollection")
                  .append("collection", name)
                  .append("shardKey", "k")
                  .append("offerThroughput", 6_000 * partitions));
        }
        agree(database, name, round);
      }
    }
  }

  private void agree(MongoDatabase database, String name, int round) {
    MongoCollection<BsonDocument> collection = database.getCollection(name, BsonDocument.class);
    List<BsonDocument> documents = new ArrayList<>();
    for (int i = 0; i < DOCUMENTS; i++) {
      documents.add(document(i));
    }
    boolean indexFirst = random.nextBoolean();
    List<BsonDocument> indexes = new ArrayList<>();
    for (int count = random.nextInt(1, 5); count > 0; count--) {
      indexes.add(index(indexes.size()));
    }
    collection.insertMany(documents.subList(0, DOCUMENTS / 2));
    if (indexFirst) {
      create(database, name, indexes);
    }
    collection.insertMany(documents.subList(DOCUMENTS / 2, DOCUMENTS));
    if (!indexFirst) {
      create(database, name, indexes);
    }
    boolean searchable = random.nextBoolean();
    if (searchable) {
      create(database, name, List.of(BsonDocument.parse("{key: {words: 'text'}, name: 'words'}")));
    }
    for (int i = 0; i < QUERIES; i++) {
      BsonDocument filter = filter(2);
      if (searchable && random.nextInt(3) == 0) {
        filter.append("$text", new BsonDocument("$search", new BsonString(search())));
      }
      BsonDocument sort = sort();
      String query =
          "seed %d, round %d, query %d: %s sorted by %s, indexes %s"
              .formatted(SEED, round, i, filter, sort, indexes);
      Optional<Collation> chosen = collation();
      Collation collation = chosen.orElse(null);
      String what = query + ", collation " + collation;
      List<BsonDocument> expected = naive(documents, filter, sort, chosen);
      assertThat(
              collection
                  .find(filter)
                  .sort(sort)
                  .collation(collation)
                  .batchSize(20)
                  .into(new ArrayList<>()))
          .as(what)
          .isEqualTo(expected);
      assertThat(
              collection
                  .find(filter)
                  .sort(sort)
                  .collation(collation)
                  .hint(new Document("$natural", 1))
                  .into(new ArrayList<>()))
          .as("scan, " + what)
          .isEqualTo(expected);
      for (BsonDocument index : indexes) {
        String by = "by %s, %s".formatted(index, what);
        hinted(collection.find(filter).sort(sort).collation(collation).batchSize(30), index)
            .ifPresent(found -> assertThat(found).as(by).isEqualTo(expected));
      }
      assertThat(collection.find(filter).collation(collation).into(new ArrayList<>()))
          .as("unsorted, " + what)
          .containsExactlyInAnyOrderElementsOf(expected);
      assertThat(collection.countDocuments(filter, new CountOptions().collation(collation)))
          .as(what)
          .isEqualTo(expected.size());
    }
  }

  /// What a find by an index gives; empty if that need not have all documents.
  private static Optional<List<BsonDocument>> hinted(
      FindIterable<BsonDocument> find, BsonDocument index) {
    if (index.containsKey("sparse")) {
      return Optional.empty();
    }
    try {
      return Optional.of(
          find.hintString(index.getString("name").getValue()).into(new ArrayList<>()));
    } catch (MongoException failure) {
      assertThat(failure.getMessage()).contains("does not correspond to an existing index");
      assertThat(index).containsKey("partialFilterExpression");
      return Optional.empty();
    }
  }

  private static void create(
      MongoDatabase database, String collection, List<BsonDocument> indexes) {
    for (BsonDocument index : indexes) {
      Document _ =
          database.runCommand(
              new Document("createIndexes", collection).append("indexes", List.of(index)));
    }
  }

  private Optional<Collation> collation() {
    return COLLATIONS.get(random.nextInt(COLLATIONS.size()));
  }

  private static List<BsonDocument> naive(
      List<BsonDocument> documents,
      BsonDocument filter,
      BsonDocument sort,
      Optional<Collation> collation) {
    var rules =
        collation
            .map(each -> Collations.read(value(each.asDocument())))
            .orElse(io.orrery.model.container.Collation.SIMPLE);
    Value.Document bound =
        TextBinding.of(value(filter), Optional.of(TEXT))
            .map(text -> text.filter(value(filter)))
            .orElse(value(filter));
    var read = FilterReader.read(CollatedFilters.in(bound, rules));
    Comparator<BsonDocument> order =
        Comparator.comparing(
            PlanAgreementTest::value, SortOrder.read(value(sort), rules).comparator());
    Comparator<BsonDocument> byId =
        Comparator.comparing(each -> value(each).property("_id"), ValueOrder.BSON);
    return documents.stream()
        .filter(each -> Matching.matches(read, value(each)))
        .sorted(order.thenComparing(byId))
        .toList();
  }

  private BsonDocument document(int id) {
    BsonDocument document = new BsonDocument("_id", new BsonInt32(id));
    document.append("k", new BsonInt32(random.nextInt(20)));
    for (String field : List.of("a", "b")) {
      if (random.nextInt(5) > 0) {
        document.append(field, value(1));
      }
    }
    if (random.nextInt(5) > 0) {
      document.append("c", nested(2));
    }
    if (random.nextInt(4) > 0) {
      document.append("words", new BsonString(words()));
      if (random.nextInt(4) == 0) {
        document.append("language", new BsonString(random.nextBoolean() ? "none" : "en"));
      }
    }
    if (random.nextInt(4) > 0) {
      document.append("at", random.nextInt(6) == 0 ? BsonNull.VALUE : shape());
    }
    return document;
  }

  private String words() {
    StringBuilder words = new StringBuilder();
    for (int count = random.nextInt(1, 4); count > 0; count--) {
      words.append(WORDS[random.nextInt(WORDS.length)]).append(' ');
    }
    return words.toString();
  }

  private String search() {
    return switch (random.nextInt(4)) {
      case 0 -> words() + "-" + WORDS[random.nextInt(WORDS.length)];
      case 1 -> '"' + WORDS[random.nextInt(WORDS.length)] + '"';
      default -> words();
    };
  }

  /// Somewhere, more often than not around the line where longitudes begin anew.
  private BsonValue shape() {
    return switch (random.nextInt(5)) {
      case 0 -> pair(random.nextInt(-180, 180), random.nextInt(-89, 90));
      case 1 -> json("LineString", new BsonArray(List.of(corner(0), corner(0))));
      case 2 -> polygon();
      case 3 -> new BsonArray(List.of(json("Point", corner(0)), json("Point", corner(1))));
      default -> json("Point", corner(0));
    };
  }

  private BsonDocument polygon() {
    int x = random.nextInt(-170, 160);
    int y = random.nextInt(-80, 70);
    int size = random.nextInt(2, 20);
    BsonArray ring =
        new BsonArray(
            List.of(
                pair(x, y),
                pair(x + size, y),
                pair(x + size, y + size),
                pair(x, y + size),
                pair(x, y)));
    return json("Polygon", new BsonArray(List.of(ring)));
  }

  private BsonArray corner(int shift) {
    int x = random.nextInt(3) == 0 ? random.nextInt(170, 190) : random.nextInt(-60, 60);
    return pair(x > 180 ? x - 360 : x, random.nextInt(-85, 84) + shift);
  }

  private static BsonArray pair(int x, int y) {
    return new BsonArray(List.of(new BsonInt32(x), new BsonInt32(y)));
  }

  private static BsonDocument json(String type, BsonArray coordinates) {
    return new BsonDocument("type", new BsonString(type)).append("coordinates", coordinates);
  }

  private BsonDocument somewhere() {
    return switch (random.nextInt(5)) {
      case 0 ->
          new BsonDocument(
              "$geoWithin",
              new BsonDocument(
                  "$centerSphere",
                  new BsonArray(List.of(corner(0), new BsonDouble(random.nextDouble(0.01, 0.8))))));
      case 1 -> new BsonDocument("$geoWithin", new BsonDocument("$geometry", polygon()));
      case 2 ->
          new BsonDocument(
              "$geoWithin", new BsonDocument("$box", new BsonArray(List.of(corner(0), corner(1)))));
      case 3 -> new BsonDocument("$geoIntersects", new BsonDocument("$geometry", polygon()));
      default ->
          new BsonDocument(
              "$geoIntersects",
              new BsonDocument(
                  "$geometry", json("LineString", new BsonArray(List.of(corner(0), corner(1))))));
    };
  }

  private BsonValue nested(int depth) {
    return switch (random.nextInt(6)) {
      case 0 -> value(1);
      case 1 -> {
        BsonArray array = new BsonArray();
        for (int count = random.nextInt(3); count > 0; count--) {
          array.add(depth > 0 ? nested(depth - 1) : scalar());
        }
        yield array;
      }
      default -> {
        BsonDocument inner = new BsonDocument();
        if (random.nextInt(5) > 0) {
          inner.append(depth == 2 ? "d" : "e", depth > 0 ? nested(depth - 1) : scalar());
        }
        yield inner;
      }
    };
  }

  private BsonValue value(int depth) {
    int kind = random.nextInt(depth > 0 ? 8 : 6);
    if (kind < 6) {
      return scalar();
    }
    if (kind == 7 && random.nextBoolean()) {
      return new BsonDocument("d", scalar());
    }
    BsonArray array = new BsonArray();
    for (int count = random.nextInt(4); count > 0; count--) {
      array.add(random.nextInt(6) == 0 ? value(depth - 1) : scalar());
    }
    return array;
  }

  private BsonValue scalar() {
    return switch (random.nextInt(10)) {
      case 0 -> BsonNull.VALUE;
      case 1 -> new BsonString(TEXTS[random.nextInt(TEXTS.length)]);
      case 2 -> BsonBoolean.valueOf(random.nextBoolean());
      case 3 -> new BsonDouble(random.nextInt(8) / 2.0);
      case 4 -> new BsonInt64(random.nextInt(6));
      default -> new BsonInt32(random.nextInt(6));
    };
  }

  private BsonDocument index(int number) {
    BsonDocument key = new BsonDocument();
    int kind = random.nextInt(4);
    if (kind == 0 || number > 3) {
      String every = number == 0 ? "$**" : PATHS[number % 3] + ".$**";
      return new BsonDocument("key", new BsonDocument(every, new BsonInt32(1)))
          .append("name", new BsonString("i" + number));
    }
    if (kind == 1) {
      return new BsonDocument(
              "key",
              new BsonDocument("at", new BsonString("2dsphere"))
                  .append("n" + number, new BsonInt32(1)))
          .append("name", new BsonString("i" + number));
    }
    for (int count = random.nextInt(1, 4); count > 0; count--) {
      key.append(path(), new BsonInt32(random.nextBoolean() ? 1 : -1));
    }
    if (key.size() == 1 && key.containsKey("_id")) {
      key.append("a", new BsonInt32(1));
    }
    // Numbered in the name, and by a path of its own, so that no two are alike.
    key.append("n" + number, new BsonInt32(1));
    BsonDocument index = new BsonDocument("key", key).append("name", new BsonString("i" + number));
    collation().ifPresent(each -> index.append("collation", each.asDocument()));
    switch (random.nextInt(5)) {
      case 0 -> index.append("sparse", BsonBoolean.TRUE);
      case 1 ->
          index.append(
              "partialFilterExpression",
              random.nextBoolean()
                  ? new BsonDocument(path(), new BsonDocument("$exists", BsonBoolean.TRUE))
                  : new BsonDocument(path(), new BsonDocument("$gt", new BsonInt32(1))));
      default -> {
        // Of all documents.
      }
    }
    return index;
  }

  private String path() {
    return PATHS[random.nextInt(PATHS.length)];
  }

  private BsonDocument filter(int depth) {
    BsonDocument filter = new BsonDocument();
    for (int count = random.nextInt(1, 4); count > 0; count--) {
      filter.append(path(), condition());
    }
    if (random.nextInt(4) == 0) {
      filter.append("at", somewhere());
    }
    if (random.nextInt(6) == 0) {
      filter.append("k", new BsonInt32(random.nextInt(20)));
    }
    if (depth > 0 && random.nextInt(4) == 0) {
      String operator = random.nextInt(3) == 0 ? "$nor" : random.nextBoolean() ? "$or" : "$and";
      filter = random.nextBoolean() ? new BsonDocument() : filter;
      filter.append(operator, new BsonArray(List.of(filter(depth - 1), filter(depth - 1))));
    }
    return filter;
  }

  private BsonValue condition() {
    return switch (random.nextInt(9)) {
      case 0, 1, 2 -> value(1);
      case 3 -> {
        BsonArray values = new BsonArray();
        for (int count = random.nextInt(4); count > 0; count--) {
          values.add(value(1));
        }
        yield new BsonDocument("$in", values);
      }
      case 4 -> new BsonDocument("$gte", scalar()).append("$lt", scalar());
      case 5 -> new BsonDocument("$exists", BsonBoolean.valueOf(random.nextBoolean()));
      case 6 ->
          new BsonDocument(
              "$elemMatch",
              random.nextBoolean()
                  ? new BsonDocument("$gt", scalar()).append("$lte", scalar())
                  : new BsonDocument("d", scalar()));
      case 7 -> new BsonDocument("$not", new BsonDocument("$gt", scalar()));
      default -> new BsonDocument(COMPARISONS[random.nextInt(COMPARISONS.length)], value(1));
    };
  }

  /// Always down to the id, so that there is one right answer.
  private BsonDocument sort() {
    BsonDocument sort = new BsonDocument();
    for (int count = random.nextInt(3); count > 0; count--) {
      sort.append(path(), new BsonInt32(random.nextBoolean() ? 1 : -1));
    }
    sort.remove("_id");
    return sort.append("_id", new BsonInt32(random.nextBoolean() ? 1 : -1));
  }
}
