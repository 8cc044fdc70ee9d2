// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo;

import static io.orrery.api.mongo.DriverAnswers.assertCode;
import static io.orrery.api.mongo.DriverAnswers.ids;
import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import java.util.List;
import org.bson.Document;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Documents that an index of their collection could not take.
class IndexDemandsTest {
  private static MongoBed bed;
  private static MongoClient client;
  private MongoDatabase database;
  private MongoCollection<Document> documents;

  @BeforeAll
  static void open() {
    bed = new MongoBed();
    client = bed.connect("");
  }

  @AfterAll
  static void close() {
    client.close();
    bed.close();
  }

  @BeforeEach
  void begin() {
    database = client.getDatabase("demands");
    documents = database.getCollection("documents");
  }

  @AfterEach
  void drop() {
    database.drop();
  }

  private Document createIndex(String key, String options) {
    Document index = Document.parse(options).append("key", Document.parse(key));
    return database.runCommand(
        new Document("createIndexes", "documents")
            .append("indexes", List.of(index.append("name", "demanding"))));
  }

  private void insert(String json) {
    documents.insertOne(Document.parse(json));
  }

  private List<Object> found(String filter) {
    return ids(documents.find(Document.parse(filter)));
  }

  @Test
  void aDocumentIsSearchedInItsOwnLanguage() {
    Document _ = createIndex("{a: 'text'}", "{}");
    insert("{_id: 1, a: 'the running man'}");
    insert("{_id: 2, a: 'the running man', language: 'none'}");
    assertThat(found("{$text: {$search: 'run'}}")).containsExactly(1);
    assertThat(found("{$text: {$search: 'the', $language: 'none'}}")).containsExactly(2);
  }

  @Test
  void aLanguageWithoutRulesIsRefused() {
    Document _ = createIndex("{a: 'text'}", "{}");
    assertCode(17262, () -> insert("{_id: 1, a: 'x', language: 'telugu'}"));
    assertCode(17261, () -> insert("{_id: 1, a: 'x', language: 5}"));
    insert("{_id: 1, a: 'x', b: {language: 'telugu'}}");
    assertCode(
        17262,
        () ->
            documents.updateOne(
                new Document("_id", 1), Document.parse("{$set: {language: 'telugu'}}")));
    assertThat(found("{}")).containsExactly(1);
  }

  @Test
  void anotherFieldMayNameTheLanguage() {
    Document _ = createIndex("{a: 'text'}", "{language_override: 'tongue'}");
    insert("{_id: 1, a: 'running', language: 'telugu'}");
    insert("{_id: 2, a: 'running', tongue: 'none'}");
    assertThat(found("{$text: {$search: 'run'}}")).containsExactly(1);
    assertCode(17262, () -> insert("{_id: 3, a: 'x', tongue: 'telugu'}"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{at: 'Paris'}",
        "{at: 5}",
        "{at: {}}",
        "{at: {type: 'Point'}}",
        "{at: {type: 'Point', coordinates: []}}",
        "{at: {type: 'Point', coordinates: [1]}}",
        "{at: {type: 'Point', coordinates: [null, null]}}",
        "{at: {type: 'Point', coordinates: ['1', '2']}}",
        "{at: {type: 'Point', coordinates: [181, 0]}}",
        "{at: {type: 'Point', coordinates: [0, 91]}}",
        "{at: {type: 'point', coordinates: [1, 2]}}",
        "{at: {type: 'LineString', coordinates: [[1, 2]]}}",
        "{at: {type: 'Polygon', coordinates: [[[0, 0], [1, 0], [1, 1], [2, 2]]]}}",
        "{at: [200, 0]}",
        "{at: ['a', 'b']}",
        "{at: [{type: 'Point', coordinates: [1, 2]}, 5]}"
      })
  void whatIsNowhereOnTheSphereIsRefused(String json) {
    Document _ = createIndex("{at: '2dsphere'}", "{}");
    assertCode(16755, () -> insert(json));
    assertThat(found("{}")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "{at: null}",
        "{at: []}",
        "{at: [1, 2]}",
        "{at: {lng: 1, lat: 2}}",
        "{at: {type: 'Point', coordinates: [1, 2]}}",
        "{at: [{type: 'Point', coordinates: [1, 2]}, {type: 'Point', coordinates: [3, 4]}]}",
        "{at: {type: 'Polygon', coordinates: [[[0, 0], [1, 0], [1, 1], [0, 0]]]}}"
      })
  void whatIsSomewhereOrMissingIsWritten(String json) {
    Document _ = createIndex("{at: '2dsphere'}", "{}");
    insert(json);
    assertThat(found("{}")).hasSize(1);
  }

  @Test
  void everyWayOfWritingIsChecked() {
    Document _ = createIndex("{'place.at': '2dsphere', kind: 1}", "{}");
    insert("{_id: 1, place: {at: [1, 2]}}");
    assertCode(16755, () -> insert("{_id: 2, place: [{at: [1, 2]}, {at: 'Paris'}]}"));
    Document one = new Document("_id", 1);
    assertCode(
        16755, () -> documents.updateOne(one, Document.parse("{$set: {'place.at': 'Paris'}}")));
    assertCode(
        16755,
        () ->
            database.runCommand(
                Document.parse(
                    "{findAndModify: 'documents', query: {_id: 3}, upsert: true,"
                        + " update: {place: {at: 'Paris'}}, bypassDocumentValidation: true}")));
    documents.updateOne(one, Document.parse("{$unset: {place: 1}}"));
    assertThat(found("{}")).containsExactly(1);
  }

  @Test
  void aPlaneTakesWhatItTook() {
    Document _ = createIndex("{at: '2d'}", "{}");
    insert("{_id: 1, at: 'Paris'}");
    assertThat(found("{}")).containsExactly(1);
  }

  @Test
  void anIndexIsNotMadeOverWhatItCannotTake() {
    insert("{_id: 1, a: 'x', language: 'telugu'}");
    assertCode(17262, () -> createIndex("{a: 'text'}", "{}"));
    assertCode(27, () -> found("{$text: {$search: 'x'}}"));
    insert("{_id: 2, a: 'x', language: 'telugu'}");
    Document _ = createIndex("{a: 'text'}", "{partialFilterExpression: {b: 1}}");
    assertCode(17262, () -> insert("{_id: 3, a: 'x', b: 1, language: 'telugu'}"));
  }
}
