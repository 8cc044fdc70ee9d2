// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.IndexOptions;
import io.orrery.gateway.ContainerHandle;
import io.orrery.gateway.PageRequest;
import io.orrery.gateway.RequestContext;
import io.orrery.gateway.view.ItemTexts;
import io.orrery.gateway.view.ViewPage;
import io.orrery.gateway.view.ViewedItem;
import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.Document;
import org.bson.conversions.Bson;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Documents as texts: what the real driver stored is shown, and what is written is what the driver
/// reads.
class CollectionViewTest {
  private static MongoBed bed;
  private static MongoClient client;

  private MongoCollection<BsonDocument> documents;

  @BeforeAll
  static void open() {
    bed = new MongoBed();
    client = bed.connect("directConnection=true");
  }

  @AfterAll
  static void close() {
    client.close();
    bed.close();
  }

  @BeforeEach
  void empty() {
    client.getDatabase("shop").getCollection("orders").drop();
    documents = client.getDatabase("shop").getCollection("orders", BsonDocument.class);
    client.getDatabase("shop").createCollection("orders");
  }

  private static ItemTexts view() {
    return bed.view();
  }

  private static ContainerHandle collection() {
    return bed.engine().gateway().container("shop", "orders");
  }

  private static RequestContext context() {
    return bed.engine().gateway().request(Duration.ofMinutes(1));
  }

  private static ViewPage page(String filter) {
    return view().page(collection(), filter, PageRequest.first(100), context());
  }

  private static ViewedItem only() {
    return page("").items().getFirst();
  }

  private static void fails(ErrorCode code, ThrowingCallable work) {
    assertThatThrownBy(work)
        .isInstanceOfSatisfying(
            OrreryException.class, failure -> assertThat(failure.code()).isEqualTo(code));
  }

  /// The driver's own reader and writer judge.
  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"$oid\":\"64b7f3a2c1d2e3f405162738\"}",
        "{\"$numberInt\":\"-5\"}",
        "{\"$numberLong\":\"9223372036854775807\"}",
        "{\"$numberDouble\":\"1.0\"}",
        "{\"$numberDouble\":\"-0.0\"}",
        "{\"$numberDouble\":\"1.5E300\"}",
        "{\"$numberDouble\":\"0.1\"}",
        "{\"$numberDouble\":\"NaN\"}",
        "{\"$numberDouble\":\"-Infinity\"}",
        "{\"$numberDecimal\":\"1.00\"}",
        "{\"$numberDecimal\":\"9.999999999999999999999999999999999E+6144\"}",
        "{\"$numberDecimal\":\"NaN\"}",
        "{\"$numberDecimal\":\"-0\"}",
        "{\"$date\":{\"$numberLong\":\"1700000000123\"}}",
        "{\"$date\":{\"$numberLong\":\"-9223372036854775808\"}}",
        "{\"$binary\":{\"base64\":\"AQID\",\"subType\":\"00\"}}",
        "{\"$binary\":{\"base64\":\"AAECAwQFBgcICQoLDA0ODw==\",\"subType\":\"04\"}}",
        "{\"$binary\":{\"base64\":\"\",\"subType\":\"ff\"}}",
        "{\"$timestamp\":{\"t\":4294967295,\"i\":1}}",
        "{\"$regularExpression\":{\"pattern\":\"^a/b\",\"options\":\"im\"}}",
        "{\"$symbol\":\"s\"}",
        "{\"$code\":\"f()\"}",
        "{\"$code\":\"f(x)\",\"$scope\":{\"x\":{\"$numberLong\":\"1\"}}}",
        "{\"$dbPointer\":{\"$ref\":\"a.b\",\"$id\":{\"$oid\":\"64b7f3a2c1d2e3f405162738\"}}}",
        "{\"$minKey\":1}",
        "{\"$maxKey\":1}",
        "{\"$undefined\":true}",
        "null",
        "true",
        "\"<b>\\u202e\\\"\"",
        "[1,[{\"$numberLong\":\"2\"}],{}]",
        "{\"b\":1,\"10\":2,\"2\":{\"$oid\":\"64b7f3a2c1d2e3f405162738\"}}",
      })
  void everyTypeIsShownAndComesBack(String value) {
    BsonDocument stored = BsonDocument.parse("{\"_id\":1,\"v\":%s}".formatted(value));
    documents.insertOne(stored);
    ViewedItem shown = only();
    assertThat(shown.faithful()).isTrue();
    assertThat(BsonDocument.parse(shown.text())).isEqualTo(stored);
    assertThat(List.copyOf(BsonDocument.parse(shown.text()).keySet()))
        .isEqualTo(List.copyOf(stored.keySet()));

    ViewedItem written =
        view()
            .replace(
                collection(),
                shown.text().replaceFirst("\\{", "{\"n\":2,"),
                shown.etag(),
                context());
    assertThat(written.etag()).isNotEqualTo(shown.etag()).isEqualTo(only().etag());
    BsonDocument after = Objects.requireNonNull(documents.find().first());
    assertThat(after.get("v")).isEqualTo(stored.get("v"));
    assertThat(after.getInt32("n").getValue()).isEqualTo(2);
  }

  @Test
  void whatLooksLikeATypeAndIsNoneIsNotOfferedForChange() {
    BsonDocument inner = new BsonDocument("$oid", new BsonString("no id"));
    documents.insertOne(new BsonDocument("_id", new BsonInt32(1)).append("v", inner));
    assertThat(only().faithful()).isFalse();
    assertThat(only().text()).contains("no id");
  }

  @Test
  void pagesAndFiltersAreTheProtocols() {
    List<BsonDocument> many = new ArrayList<>();
    for (int i = 0; i < 25; i++) {
      many.add(
          BsonDocument.parse(
              "{\"_id\":%d,\"tags\":[\"t%d\",\"all\"],\"n\":{\"$numberLong\":\"%d\"}}"
                  .formatted(i, i % 5, i)));
    }
    documents.insertMany(many);
    List<String> seen = new ArrayList<>();
    String place = null;
    do {
      ViewPage page = view().page(collection(), "", new PageRequest(10, place), context());
      page.items().forEach(item -> seen.add(item.text()));
      place = page.continuation().orElse(null);
    } while (place != null);
    assertThat(seen).hasSize(25).doesNotHaveDuplicates();
    assertThat(page("{\"tags\":\"t3\"}").items()).hasSize(5);
    assertThat(page("{\"n\":{\"$gte\":20}}").items()).hasSize(5);
    assertThat(page("{\"_id\":{\"$in\":[3,{\"$numberDouble\":\"4.0\"}]}}").items()).hasSize(2);
    fails(ErrorCode.INVALID_ARGUMENT, () -> page("{\"n\":{\"$near\":1}}"));
    fails(ErrorCode.MALFORMED, () -> page("{n:1}"));
    fails(ErrorCode.INVALID_ARGUMENT, () -> page("{\"_id\":{\"$oid\":\"xyz\"}}"));
  }

  @Test
  void whoeverWasFasterIsNotOverwritten() {
    documents.insertOne(BsonDocument.parse("{\"_id\":1,\"n\":1}"));
    ViewedItem seen = only();
    Bson id = new Document("_id", 1);
    documents.updateOne(id, new Document("$set", new Document("n", 2)));
    fails(
        ErrorCode.PRECONDITION_FAILED,
        () -> view().replace(collection(), "{\"_id\":1,\"n\":3}", seen.etag(), context()));
    fails(
        ErrorCode.PRECONDITION_FAILED,
        () -> view().delete(collection(), seen.text(), seen.etag(), context()));
    assertThat(Objects.requireNonNull(documents.find().first()).getInt32("n").getValue())
        .isEqualTo(2);
    fails(
        ErrorCode.NOT_FOUND,
        () -> view().replace(collection(), "{\"_id\":9}", seen.etag(), context()));
    view().delete(collection(), only().text(), only().etag(), context());
    assertThat(documents.countDocuments()).isZero();
  }

  @Test
  void theIdKeepsItsTypeAndIsMadeWhereItIsMissing() {
    documents.insertOne(BsonDocument.parse("{\"_id\":{\"$numberLong\":\"1\"}}"));
    ViewedItem written =
        view().replace(collection(), "{\"_id\":1,\"n\":1}", only().etag(), context());
    assertThat(written.text()).isEqualTo("{\"_id\":{\"$numberLong\":\"1\"},\"n\":1}");
    assertThat(view().create(collection(), "{\"n\":2}", context()).text())
        .startsWith("{\"_id\":{\"$oid\":\"");
    fails(
        ErrorCode.INVALID_ARGUMENT,
        () -> view().replace(collection(), "{\"n\":2}", written.etag(), context()));
  }

  @Test
  void validatorsHold() {
    client
        .getDatabase("shop")
        .runCommand(
            new Document("collMod", "orders")
                .append("validator", new Document("n", new Document("$gt", 0))));
    ViewedItem made = view().create(collection(), "{\"_id\":1,\"n\":1}", context());
    assertThatThrownBy(() -> view().create(collection(), "{\"_id\":2,\"n\":0}", context()))
        .hasMessageContaining("failed validation");
    assertThatThrownBy(
            () -> view().replace(collection(), "{\"_id\":1,\"n\":0}", made.etag(), context()))
        .hasMessageContaining("failed validation");
  }

  @Test
  void uniqueIndexesHold() {
    documents.createIndex(new Document("mail", 1), new IndexOptions().unique(true));
    view().create(collection(), "{\"_id\":1,\"mail\":\"a\"}", context());
    assertThatThrownBy(() -> view().create(collection(), "{\"_id\":2,\"mail\":\"a\"}", context()))
        .hasMessageContaining("E11000")
        .hasMessageContaining("mail_1");
  }
}
