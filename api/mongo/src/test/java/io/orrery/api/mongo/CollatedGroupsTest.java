// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoDatabase;
import java.util.List;
import java.util.stream.Stream;
import org.bson.Document;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Accumulators over texts that compare by a collation.
class CollatedGroupsTest {
  private static MongoBed bed;
  private static MongoClient client;
  private static MongoDatabase database;

  @BeforeAll
  static void open() {
    bed = new MongoBed();
    client = bed.connect("");
    database = client.getDatabase("groups");
    List<String> texts = List.of("b", "A", "a", "C", "B", "10", "9");
    database
        .getCollection("texts")
        .insertMany(texts.stream().map(text -> new Document("t", text)).toList());
  }

  @AfterAll
  static void close() {
    client.close();
    bed.close();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{$min: '$t'} | 9",
        "{$max: '$t'} | C",
        "{$addToSet: '$t'} | 9 10 A b C",
        "{$minN: {n: 3, input: '$t'}} | 9 10 A",
        "{$maxN: {n: 2, input: '$t'}} | C b",
        "{$top: {sortBy: {t: 1}, output: '$t'}} | 9",
        "{$topN: {n: 4, sortBy: {t: -1}, output: '$t'}} | C b B A",
        "{$bottom: {sortBy: {t: 1}, output: '$t'}} | C",
        "{$bottomN: {n: 2, sortBy: {t: -1}, output: '$t'}} | 10 9"
      })
  void accumulatorsCompareByIt(String accumulator, String expected) {
    Document group =
        Document.parse("{$group: {_id: null, made: %s}}".formatted(accumulator.strip()));
    Document collation = Document.parse("{locale: 'en', strength: 2, numericOrdering: true}");
    Document answer =
        database.runCommand(
            new Document("aggregate", "texts")
                .append("pipeline", List.of(new Document("$sort", new Document("_id", 1)), group))
                .append("cursor", new Document())
                .append("collation", collation));
    Object made =
        answer
            .get("cursor", Document.class)
            .getList("firstBatch", Document.class)
            .getFirst()
            .get("made");
    List<?> all = made instanceof List<?> several ? several : List.of(made);
    assertThat(all.stream().map(Object::toString).toList())
        .isEqualTo(Stream.of(expected.strip().split(" ", -1)).toList());
  }
}
