// SPDX-License-Identifier: Apache-2.0
package io.orrery.tests.portal;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static io.orrery.tests.portal.PageParts.button;
import static io.orrery.tests.portal.PageParts.rewrite;
import static io.orrery.tests.portal.PageParts.table;
import static io.orrery.tests.portal.PageParts.type;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Page.GetByRoleOptions;
import com.microsoft.playwright.options.AriaRole;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import io.orrery.testkit.ServerProcess;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Base64;
import java.util.Objects;
import java.util.regex.Pattern;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.bson.BsonDocument;
import org.bson.Document;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Documents of collections and entities of tables, seen and changed as their own API has them.
class PortalDocumentsIT {
  private static ServerProcess server;
  private static PortalBrowser browser;

  @BeforeAll
  static void start(@TempDir Path directory) {
    server = ServerProcess.serve(directory, "--in-memory");
    PortalBrowser.requireBrowser(server);
    browser = PortalBrowser.at(server);
  }

  @AfterAll
  static void close() {
    if (browser != null) {
      browser.close();
    }
    server.close();
  }

  @AfterEach
  void nothingElseHappened() {
    assertThat(browser.troubles()).isEmpty();
  }

  @Test
  void aDocumentKeepsItsTypesAndIsNotOverwritten() {
    String uri =
        "mongodb://localhost:%s@127.0.0.1:%d/?replicaSet=globaldb"
            .formatted(
                URLEncoder.encode(server.ready("key"), StandardCharsets.UTF_8),
                server.endpoint("mongo").getPort());
    try (MongoClient client = MongoClients.create(uri)) {
      MongoCollection<BsonDocument> orders =
          client.getDatabase("shop").getCollection("orders", BsonDocument.class);
      orders.insertOne(
          BsonDocument.parse(
              """
              {"_id": {"$oid": "64b7f3a2c1d2e3f405162738"}, "city": "<b>Paris",
               "paid": {"$date": "2026-11-16T10:00:00Z"}, "total": {"$numberDecimal": "12.50"},
               "count": {"$numberLong": "9007199254740993"}, "10": 1, "2": [1.5],
               "photo": {"$binary": {"base64": "AQID", "subType": "00"}}}
              """));
      orders.insertOne(BsonDocument.parse("{\"_id\": 2, \"city\": \"Rome\"}"));

      Page page = browser.visitor();
      browser.open(page, "data?database=shop&container=orders");
      Locator list = table(page, "Documents");
      for (String type : new String[] {"ObjectId", "Decimal128", "Int64", "Date", "Binary"}) {
        assertThat(list.getByText(type, new Locator.GetByTextOptions().setExact(true))).isVisible();
      }
      assertThat(list).containsText("<b>Paris");
      assertThat(PortalBrowser.accessibilityFaults(page)).isEmpty();

      page.getByLabel("Filter", new Page.GetByLabelOptions().setExact(true))
          .last()
          .fill("{\"total\": {\"$gt\": 12}}");
      button(page, "Apply").click();
      assertThat(list).not().containsText("Rome");
      list.getByRole(AriaRole.BUTTON).first().click();
      Locator editor = page.getByLabel("Document as JSON");
      assertThat(editor).containsText("9007199254740993");
      rewrite(page, editor, "<b>Paris", "Lyon");
      button(page, "Save").click();
      assertThat(page.getByText(Pattern.compile("^Saved"))).isVisible();
      BsonDocument stored =
          Objects.requireNonNull(orders.find(new Document("city", "Lyon")).first());
      assertThat(stored.keySet())
          .containsExactly("_id", "city", "paid", "total", "count", "10", "2", "photo");
      assertThat(stored.getDecimal128("total").getValue()).hasToString("12.50");
      assertThat(stored.getInt64("count").getValue()).isEqualTo(9007199254740993L);
      assertThat(stored.getBinary("photo").getData()).containsExactly(1, 2, 3);

      orders.updateOne(
          new Document("city", "Lyon"), new Document("$set", new Document("city", "Nice")));
      rewrite(page, editor, "Lyon", "Lille");
      button(page, "Save").click();
      Locator conflict =
          page.getByRole(AriaRole.REGION, new GetByRoleOptions().setName("Conflict"));
      assertThat(conflict.locator("del")).containsText("Nice");
      button(page, "Take theirs").click();
      assertThat(editor).containsText("Nice");
      button(page, "Delete item").click();
      page.getByRole(AriaRole.DIALOG)
          .getByRole(
              AriaRole.BUTTON, new Locator.GetByRoleOptions().setName("Delete").setExact(true))
          .click();
      assertThat(page.getByText("No document fits.")).isVisible();
      assertThat(orders.countDocuments()).isEqualTo(1);
      for (String other : new String[] {"Query", "Change feed"}) {
        page.getByRole(AriaRole.LINK, new GetByRoleOptions().setName(other).setExact(true)).click();
        assertThat(page.getByText("This container belongs to the mongo API")).isVisible();
      }
      page.context().close();
    }
  }

  @Test
  void anEntityHasRowsColumnsAndTypes() throws Exception {
    assertThat(createTable("people")).isEqualTo(201);
    Page page = browser.visitor();
    browser.open(page, "data?database=TablesDB&container=people");
    assertThat(page.getByText("There are no entities yet.")).isVisible();
    button(page, "New entity").click();
    type(
        page,
        page.getByLabel("New entity as JSON"),
        """
        {"PartitionKey": "a", "RowKey": "1", "Name": "Ada", "Born@odata.type": "Edm.DateTime",
         "Born": "1815-12-10T00:00:00Z", "Big@odata.type": "Edm.Int64", "Big": "9007199254740993"}
        """);
    button(page, "Create item").click();
    Locator list = table(page, "Entities");
    for (String name : new String[] {"PartitionKey", "RowKey", "Timestamp", "Name"}) {
      assertThat(
              list.getByRole(
                  AriaRole.COLUMNHEADER,
                  new Locator.GetByRoleOptions().setName(name).setExact(true)))
          .isVisible();
    }
    assertThat(list).containsText("9007199254740993Int64");
    Locator editor = page.getByLabel("Entity as JSON");
    rewrite(page, editor, "Ada", "Ada Lovelace");
    button(page, "Save").click();
    assertThat(page.getByText(Pattern.compile("^Saved"))).isVisible();
    page.getByLabel("$filter").fill("PartitionKey eq 'a' and Big gt 5L");
    button(page, "Apply").click();
    assertThat(list).containsText("Ada Lovelace");
    assertThat(PortalBrowser.accessibilityFaults(page)).isEmpty();
    page.context().close();
  }

  private static int createTable(String name)
      throws IOException, InterruptedException, GeneralSecurityException {
    String date = DateTimeFormatter.RFC_1123_DATE_TIME.format(ZonedDateTime.now(ZoneOffset.UTC));
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(Base64.getDecoder().decode(server.ready("key")), "HmacSHA256"));
    byte[] signature =
        mac.doFinal((date + "\n/localhost/Tables").getBytes(StandardCharsets.US_ASCII));
    URI address = server.endpoint("table").resolve("/Tables");
    try (HttpClient http = HttpClient.newHttpClient()) {
      return http.send(
              HttpRequest.newBuilder(address)
                  .header("x-ms-date", date)
                  .header(
                      "Authorization",
                      "SharedKeyLite localhost:" + Base64.getEncoder().encodeToString(signature))
                  .header("Content-Type", "application/json")
                  .POST(
                      HttpRequest.BodyPublishers.ofString("{\"TableName\":\"%s\"}".formatted(name)))
                  .build(),
              HttpResponse.BodyHandlers.discarding())
          .statusCode();
    }
  }
}
