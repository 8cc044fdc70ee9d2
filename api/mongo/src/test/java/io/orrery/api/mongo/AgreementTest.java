// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCollection;
import io.orrery.api.mongo.bson.RandomBson;
import io.orrery.api.mongo.bson.RawDocument;
import io.orrery.api.mongo.match.FilterReader;
import io.orrery.api.mongo.match.Matching;
import io.orrery.api.mongo.read.SortOrder;
import io.orrery.model.value.Value;
import io.orrery.model.value.ValueOrder;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonValue;
import org.junit.jupiter.api.Test;

/// What a find answers, over the wire and out of the store, is what the plainest evaluation of its
/// filter and order gives for the same documents, in the same order.
class AgreementTest {
  private static final long SEED = 20_261_116;
  private static final int DOCUMENTS = 120;
  private static final int QUERIES = 150;
  private static final String[] OPERATORS = {"$eq", "$ne", "$gt", "$gte", "$lt", "$lte"};

  private final SplittableRandom random = new SplittableRandom(SEED);
  private final RandomBson values = new RandomBson(SEED);

  private static Value.Document value(BsonDocument document) {
    return RawDocument.of(RandomBson.bytes(document)).toValue();
  }

  @Test
  void findsAgreeWithTheNaiveMatcher() {
    List<BsonDocument> documents = new ArrayList<>();
    for (int i = 0; i < DOCUMENTS; i++) {
      BsonDocument document = new BsonDocument("_id", new BsonInt32(i));
      document.putAll(values.document(2));
      documents.add(document);
    }
    try (MongoBed bed = new MongoBed();
        MongoClient client = bed.connect("")) {
      MongoCollection<BsonDocument> collection =
          client.getDatabase("agreement").getCollection("c", BsonDocument.class);
      collection.insertMany(documents);
      for (int i = 0; i < QUERIES; i++) {
        BsonDocument filter = filter(documents);
        BsonDocument sort = sort();
        assertThat(collection.find(filter).sort(sort).batchSize(10).into(new ArrayList<>()))
            .as("seed %d, query %d: %s sorted by %s", SEED, i, filter, sort)
            .isEqualTo(naive(documents, filter, sort));
      }
    }
  }

  private static List<BsonDocument> naive(
      List<BsonDocument> documents, BsonDocument filter, BsonDocument sort) {
    var read = FilterReader.read(value(filter));
    Comparator<BsonDocument> order =
        Comparator.comparing(AgreementTest::value, SortOrder.read(value(sort)).comparator());
    Comparator<BsonDocument> byId =
        Comparator.comparing(each -> value(each).property("_id"), ValueOrder.BSON);
    return documents.stream()
        .filter(each -> Matching.matches(read, value(each)))
        .sorted(order.thenComparing(byId))
        .toList();
  }

  private BsonDocument filter(List<BsonDocument> documents) {
    String path = "f" + random.nextInt(20);
    BsonDocument some = documents.get(random.nextInt(documents.size()));
    BsonValue known = some.get(path);
    BsonValue operand = known == null || random.nextInt(4) == 0 ? values.value(1) : known;
    if (operand.isRegularExpression() || operand.getBsonType() == org.bson.BsonType.UNDEFINED) {
      operand = new BsonInt32(random.nextInt(5));
    }
    String operator = OPERATORS[random.nextInt(OPERATORS.length)];
    return new BsonDocument(path, new BsonDocument(operator, operand));
  }

  /// Always down to the id, so that there is one right answer.
  private BsonDocument sort() {
    BsonDocument sort = new BsonDocument();
    if (random.nextBoolean()) {
      sort.append("f" + random.nextInt(20), new BsonInt32(random.nextBoolean() ? 1 : -1));
    }
    return sort.append("_id", new BsonInt32(1));
  }
}
