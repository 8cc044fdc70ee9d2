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
