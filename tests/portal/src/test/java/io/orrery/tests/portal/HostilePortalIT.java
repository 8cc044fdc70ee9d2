// SPDX-License-Identifier: Apache-2.0
package io.orrery.tests.portal;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static io.orrery.tests.portal.PageParts.region;
import static io.orrery.tests.portal.PageParts.table;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Page.GetByRoleOptions;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.AriaRole;
import io.orrery.model.json.Json;
import io.orrery.model.value.Value;
import io.orrery.testkit.ServerProcess;
import io.orrery.testkit.SqlHttp;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Names, values and answers that try to be something else than data, and far too many of them.
class HostilePortalIT {
  private static final double FREEZE_MILLIS_MAX = 200;
  private static final int ATTEMPTS = 20;

  /// What runs if any of it is taken for markup.
  private static final String MARKUP =
      "<img src=x onerror='window.owned=1'><script>window.owned=2</script>\\\"javascript:owned=3";

  /// Ends the line for some, turns the direction of what follows for others.
  private static final String INVISIBLE = "a\\u202eb\\u0000c\\u2028d\\u200be";

  private static final String NAME = "<b onclick=owned=4>&amp; 'x'";

  private static ServerProcess server;
  private static PortalBrowser browser;

  @BeforeAll
  static void start(@TempDir Path directory) {
    server = ServerProcess.serve(directory, "--in-memory");
    PortalBrowser.requireBrowser(server);
    SqlHttp http = SqlHttp.owner(server);
    http.post("/dbs", "{\"id\":\"%s\"}".formatted(NAME));
    http.post(
        "/dbs/" + NAME + "/colls",
        "{\"id\":\"%s\",\"partitionKey\":{\"paths\":[\"/pk\"]}}".formatted(NAME));
    List<String> items =
        List.of(
            "{\"id\":\"<i>1\",\"pk\":\"%s\",\"text\":\"%s\"}".formatted(MARKUP, INVISIBLE),
            "{\"id\":\"large\",\"pk\":\"p\",\"text\":\"%s\",\"__proto__\":{\"x\":1}}"
                .formatted("<u>".repeat(695_000)));
    for (String item : items) {
      String key = item.contains("\"large\"") ? "p" : MARKUP;
      assertThat(
              http.send(
                      "POST",
                      "/dbs/%s/colls/%s/docs".formatted(NAME, NAME),
                      item,
                      "x-ms-documentdb-partitionkey",
                      "[\"%s\"]".formatted(key))
                  .statusCode())
          .isEqualTo(201);
    }
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

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }

  private static String place() {
    return "?database=%s&container=%s".formatted(encoded(NAME), encoded(NAME));
  }

  private static void requireInnocent(Page page) {
    assertThat(page.evaluate("() => window.owned")).isNull();
    assertThat(page.evaluate("() => ({}).x")).isNull();
  }

  @Test
  void hostileValuesAreShownAndDoNothing() {
    Page page = browser.visitor();
    for (String view :
        List.of("data", "query", "partitions", "change-feed", "metrics", "requests", "access")) {
      browser.open(page, view + place() + "&from=beginning");
      page.getByRole(AriaRole.HEADING, new GetByRoleOptions().setLevel(1)).waitFor();
    }
    browser.open(page, "data" + place());
    assertThat(page.getByRole(AriaRole.TABLE)).containsText("<img src=x onerror=");
    assertThat(page.getByRole(AriaRole.TABLE)).containsText("a\\u202eb\\u0000c\\u2028d\\u200be");
    page.getByRole(AriaRole.BUTTON, new GetByRoleOptions().setName("<i>1").setExact(true)).click();
    assertThat(page.getByLabel("Item as JSON")).containsText("<script>");
    requireInnocent(page);
    browser.open(page, "partitions" + place());
    assertThat(page.getByRole(AriaRole.REGION, new GetByRoleOptions().setName("Largest keys")))
        .containsText("is the largest");
    browser.open(
        page, "query" + place() + "&q=" + encoded("SELECT '<script>owned=5</script>' FROM"));
    page.getByRole(AriaRole.BUTTON, new GetByRoleOptions().setName("Run").setExact(true)).click();
    assertThat(page.getByRole(AriaRole.ALERT)).isVisible();
    requireInnocent(page);
    page.context().close();
  }

  @Test
  void whatIsToldOfAFaultIsTextAsWell() {
    Page page = browser.visitor();
    page.route(
        url -> url.endsWith("/_orrery/api/v1/databases"),
        route ->
            route.fulfill(
                new Route.FulfillOptions()
                    .setStatus(500)
                    .setContentType("application/json")
                    .setBody("{\"message\":\"%s %s\"}".formatted(MARKUP, INVISIBLE))));
    browser.open(page, "query");
    assertThat(page.getByRole(AriaRole.ALERT)).containsText("<script>window.owned=2</script>");
    assertThat(page.getByRole(AriaRole.ALERT)).containsText("a\\u202eb\\u0000c\\u2028d\\u200be");
    requireInnocent(page);
    page.context().close();
  }

  /// The best of a few attempts: on a machine that does other things as well, time passes that the
  /// page did not take.
  private static void requireFluent(Consumer<Page> visit) {
    double best = Double.MAX_VALUE;
    for (int i = 0; i < ATTEMPTS && best > FREEZE_MILLIS_MAX; i++) {
      Page page = browser.visitor();
      visit.accept(page);
      best = Math.min(best, PortalBrowser.longestTask(page));
      requireInnocent(page);
      page.context().close();
    }
    assertThat(best)
        .as("milliseconds in which the page did not answer")
        .isLessThan(FREEZE_MILLIS_MAX);
  }

  private static void answer(Page page, String addresses, String json) {
    page.route(
        url ->
            addresses.endsWith("?")
                ? url.contains(addresses)
                : url.endsWith(addresses) || url.contains(addresses + "?"),
        route ->
            route.fulfill(
                new Route.FulfillOptions().setContentType("application/json").setBody(json)));
  }

  private static String numbered(int count, String form) {
    return IntStream.range(0, count)
        .mapToObj(number -> form.formatted(number))
        .collect(Collectors.joining(","));
  }

  @Test
  void anItemOfTwoMegabytesDoesNotFreezeThePage() {
    requireFluent(
        page -> {
          browser.open(page, "data" + place());
          page.getByRole(AriaRole.BUTTON, new GetByRoleOptions().setName("large").setExact(true))
              .click();
          assertThat(page.getByLabel("Item as JSON")).containsText("<u><u>");
        });
  }

  /// Many small members are harder to show than one large one.
  @Test
  void aDocumentOfTwoMegabytesDoesNotFreezeThePage() {
    String document =
        "{\"_id\":\"<i>large\",\"text\":\"%s\",\"many\":[%s]}"
            .formatted(MARKUP, numbered(85_000, "{\"<b>\":%d,\"$x\":null}"));
    String json =
        "{\"items\":[{\"document\":%s,\"etag\":\"1.0\",\"editable\":true}],\"requestUnits\":1}"
            .formatted(Json.text(new Value.Text(document)));
    String containers =
        "{\"containers\":[{\"name\":%s,\"api\":\"mongo\",\"partitionKeyPaths\":[],\"partitions\":1,\"items\":1,\"dataBytes\":0,\"indexBytes\":0}]}"
            .formatted(Json.text(new Value.Text(NAME)));
    requireFluent(
        page -> {
          answer(page, "/items?", json);
          answer(page, "/containers", containers);
          browser.open(page, "data" + place());
          assertThat(page.getByRole(AriaRole.TABLE)).containsText("<img src=x onerror=");
          page.getByRole(AriaRole.BUTTON, new GetByRoleOptions().setName("<i>large").setExact(true))
              .click();
          assertThat(page.getByLabel("Document as JSON")).containsText("<script>");
        });
  }

  @Test
  void tenThousandContainersDoNotFreezeThePage() {
    String form =
        "{\"name\":\"<b>container-%d\",\"api\":\"sql\",\"partitionKeyPaths\":[\"/pk\"],"
            + "\"partitions\":1,\"items\":0,\"dataBytes\":0,\"indexBytes\":0}";
    String json = "{\"containers\":[" + numbered(10_000, form) + "]}";
    requireFluent(
        page -> {
          answer(page, "/containers", json);
          browser.open(page, "data");
          Locator tree =
              page.getByRole(AriaRole.NAVIGATION, new GetByRoleOptions().setName("Containers"));
          assertThat(
                  tree.getByText("<b>container-0", new Locator.GetByTextOptions().setExact(true)))
              .isVisible();
          page.getByRole(AriaRole.SEARCHBOX).fill("container-9999");
          assertThat(tree.getByText("<b>container-9999")).isVisible();
          assertThat(table(page, "All containers")).containsText("<b>container-1");
        });
  }

  @Test
  void hundredThousandRowsDoNotFreezeThePage() {
    String json = "{\"Documents\":[" + numbered(100_000, "{\"id\":\"<i>%d\",\"n\":1}") + "]}";
    requireFluent(
        page -> {
          browser.open(page, "query" + place());
          page.getByLabel("Query", new Page.GetByLabelOptions().setExact(true)).waitFor();
          answer(page, "/docs", json);
          page.getByRole(AriaRole.BUTTON, new GetByRoleOptions().setName("Run").setExact(true))
              .click();
          assertThat(page.getByText("100,000 rows")).isVisible();
          page.getByRole(AriaRole.TABLE).evaluate("(table) => table.scrollTo(0, 3_000_000)");
          assertThat(page.getByText("<i>99999", new Page.GetByTextOptions().setExact(true)))
              .hasCount(0);
          assertThat(page.getByRole(AriaRole.TABLE)).containsText("<i>9");
        });
  }

  @Test
  void tenThousandKeysInAPictureDoNotFreezeThePage() {
    String json = keys(10_000);
    requireFluent(
        page -> {
          answer(page, "/top-keys", json);
          browser.open(page, "partitions" + place());
          assertThat(
                  page.getByRole(
                      AriaRole.REGION, new GetByRoleOptions().setName("Inequality of keys")))
              .containsText("Gini");
        });
  }

  /// As many as the server counts requests of.
  @Test
  void aThousandKeysThatSpendDoNotFreezeThePage() {
    String json = keys(1_000);
    requireFluent(
        page -> {
          answer(page, "/top-keys", json);
          browser.open(page, "partitions" + place());
          page.getByRole(AriaRole.TAB, new GetByRoleOptions().setName("Requests")).click();
          assertThat(region(page, "Inequality of requests"))
              .containsText("over 999 keys"); // the first spent nothing
        });
  }

  private static String keys(int count) {
    String form =
        "{\"partitionKey\":\"[\\\"<b>%d\\\"]\",\"items\":1,\"dataBytes\":%1$d,\"indexBytes\":1,"
            + "\"partition\":0,\"requestUnits\":%1$d,\"overestimateMax\":0}";
    return "{\"by\":\"bytes\",\"keys\":[" + numbered(count, form) + "]}";
  }
}
