// SPDX-License-Identifier: Apache-2.0
package io.orrery.tests.portal;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static io.orrery.tests.portal.PageParts.button;
import static io.orrery.tests.portal.PageParts.region;
import static io.orrery.tests.portal.PageParts.repeatUntil;
import static io.orrery.tests.portal.PageParts.rewrite;
import static io.orrery.tests.portal.PageParts.table;
import static io.orrery.tests.portal.PageParts.type;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.microsoft.playwright.Browser;
import com.microsoft.playwright.Download;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Page.GetByRoleOptions;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.ColorScheme;
import com.microsoft.playwright.options.RequestOptions;
import io.orrery.testkit.ServerProcess;
import io.orrery.testkit.SqlHttp;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Every page, driven as a person would, against a server with the sample data.
class PortalIT {
  private static final String GOOD = "?database=sample-shop&container=orders-by-customer";
  private static final String BAD = "?database=sample-shop&container=orders-by-country";
  private static final String HOT = "?database=sample-iot&container=readings-by-day";

  /// Each address, and what is seen there once everything has come.
  private static final Map<String, String> PAGES =
      Map.ofEntries(
          Map.entry("", "Running for"),
          Map.entry("data", "Choose a container"),
          Map.entry("data" + GOOD, "order-0"),
          Map.entry("data" + GOOD + "&view=scripts", "This container has no scripts."),
          Map.entry("data" + GOOD + "&view=settings", "4 physical partitions, each with"),
          Map.entry("query" + GOOD, "Ctrl+Enter runs the selection"),
          Map.entry("partitions" + BAD, "Only 5 keys"),
          Map.entry("partitions" + HOT + "&view=requests", "is the hottest"),
          Map.entry("metrics", "requests/s"),
          Map.entry("change-feed" + GOOD + "&from=beginning", "changed"),
          Map.entry("requests", "Live list"),
          Map.entry("access", "Development mode on this machine"),
          Map.entry("settings", "inMemory"),
          Map.entry("nowhere", "There is no such page."));

  /// What the page itself names: everything else is loaded when it is needed.
  private static final Pattern ASSET =
      Pattern.compile("(?:src|href)=\"(/_explorer/assets/[^\"]+)\"");

  private static ServerProcess server;
  private static PortalBrowser browser;
  private static SqlHttp http;

  @BeforeAll
  static void loadTheSampleDataFromTheFirstPage(@TempDir Path directory) {
    server = ServerProcess.serve(directory, "--in-memory");
    PortalBrowser.requireBrowser(server);
    http = SqlHttp.owner(server);
    browser = PortalBrowser.at(server);
    Page page = browser.visitor();
    browser.open(page, "");
    assertThat(page.getByText(Pattern.compile("AccountEndpoint=http://.*AccountKey="))).isVisible();
    button(page, "Load sample data").click();
    page.getByText("Loaded. Compare").waitFor(new Locator.WaitForOptions().setTimeout(180_000));
    page.context().close();
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
  void pagesCarryTheirNamesAndCanBeReachedByLink() {
    Page page = browser.visitor();
    browser.open(page, "");
    for (String name :
        List.of(
            "Data",
            "Query",
            "Partitions",
            "Metrics",
            "Change feed",
            "Requests",
            "Access",
            "Settings",
            "Start")) {
      page.getByRole(AriaRole.NAVIGATION, new GetByRoleOptions().setName("Pages"))
          .getByRole(AriaRole.LINK, new Locator.GetByRoleOptions().setName(name).setExact(true))
          .click();
      assertThat(page.getByRole(AriaRole.HEADING, new GetByRoleOptions().setLevel(1)))
          .hasText(name);
    }
    page.context().close();
  }

  /// Light on a wide screen and dark on a phone: every picture is drawn by now.
  @Test
  void everyPageIsAccessible() {
    List<Browser.NewContextOptions> looks =
        List.of(
            new Browser.NewContextOptions().setViewportSize(1360, 900),
            new Browser.NewContextOptions()
                .setViewportSize(390, 800)
                .setColorScheme(ColorScheme.DARK));
    for (Browser.NewContextOptions look : looks) {
      Page page = browser.visitor(look);
      for (String address : PAGES.keySet()) {
        browser.open(page, address);
        page.locator("#content").getByText(PAGES.get(address)).first().waitFor();
        assertThat(page.getByText(Pattern.compile("^Loading"))).hasCount(0);
        assertThat(PortalBrowser.accessibilityFaults(page)).as(address).isEmpty();
        assertThat(page.evaluate("() => document.documentElement.scrollWidth <= innerWidth"))
            .as("%s scrolls sideways", address)
            .isEqualTo(true);
      }
      page.context().close();
    }
  }

  @Test
  void anItemIsChangedUnlessSomebodyElseWasFaster() {
    String item = "{\"id\":\"mine\",\"customerId\":\"me\",\"big\":9007199254740993,\"n\":1}";
    http.send(
        "POST",
        "/dbs/sample-shop/colls/orders-by-customer/docs",
        item,
        "x-ms-documentdb-partitionkey",
        "[\"me\"]");
    Page page = browser.visitor();
    browser.open(page, "data" + GOOD + "&where=" + "c.id%20%3D%20%22mine%22");
    table(page, "Items").getByRole(AriaRole.BUTTON).first().click();
    Locator editor = page.getByLabel("Item as JSON");
    assertThat(editor).containsText("9007199254740993");
    rewrite(page, editor, "\"n\": 1", "\"n\": 2");
    button(page, "Save").click();
    assertThat(page.getByText(Pattern.compile("^Saved"))).isVisible();
    assertThat(stored()).contains("\"n\":2").contains("9007199254740993");

    http.send(
        "PUT",
        "/dbs/sample-shop/colls/orders-by-customer/docs/mine",
        item.replace("\"n\":1", "\"n\":7"),
        "x-ms-documentdb-partitionkey",
        "[\"me\"]");
    rewrite(page, editor, "\"n\": 2", "\"n\": 3");
    button(page, "Save").click();
    Locator conflict = region(page, "Conflict");
    assertThat(conflict.locator("del")).containsText("\"n\": 7");
    assertThat(conflict.locator("ins")).containsText("\"n\": 3");
    assertThat(stored()).contains("\"n\":7");
    button(page, "Overwrite theirs").click();
    assertThat(conflict).hasCount(0);
    assertThat(stored()).contains("\"n\":3");
    page.context().close();
  }

  private static String stored() {
    return http.send(
            "GET",
            "/dbs/sample-shop/colls/orders-by-customer/docs/mine",
            "",
            "x-ms-documentdb-partitionkey",
            "[\"me\"]")
        .body();
  }

  @Test
  void aProcedureIsWrittenAndRun() {
    Page page = browser.visitor();
    browser.open(page, "data" + GOOD + "&view=scripts");
    button(page, "New in stored procedures").click();
    page.getByLabel("Name", new Page.GetByLabelOptions().setExact(true)).fill("greet");
    assertThat(page.getByLabel("Script", new Page.GetByLabelOptions().setExact(true)))
        .containsText("setBody");
    button(page, "Create script").click();
    page.getByLabel("Arguments").fill("[\"<b>Ada\"]");
    button(page, "Run procedure").click();
    Locator run = region(page, "Run the procedure");
    assertThat(run).containsText("\"Hello, <b>Ada\"");
    assertThat(run).containsText("called with <b>Ada");
    assertThat(PortalBrowser.accessibilityFaults(page)).isEmpty();
    button(page, "Delete script").click();
    assertThat(page.getByText("This container has no scripts.")).isVisible();
    page.context().close();
  }

  @Test
  void aContainerIsDeletedOnlyByItsName() {
    http.post("/dbs", "{\"id\":\"short\"}");
    http.post("/dbs/short/colls", "{\"id\":\"lived\",\"partitionKey\":{\"paths\":[\"/pk\"]}}");
    Page page = browser.visitor();
    browser.open(page, "data?database=short&container=lived");
    button(page, "Delete container").click();
    Locator confirm =
        page.getByRole(AriaRole.DIALOG)
            .getByRole(
                AriaRole.BUTTON, new Locator.GetByRoleOptions().setName("Delete").setExact(true));
    page.getByLabel("Type the container's name").fill("live");
    assertThat(confirm).isDisabled();
    page.getByLabel("Type the container's name").fill("lived");
    confirm.click();
    assertThat(page.getByText("Choose a container")).isVisible();
    assertThat(http.get("/dbs/short/colls/lived").statusCode()).isEqualTo(404);
    page.context().close();
  }

  @Test
  void aQueryTellsItsRouteAndItsMistakes() {
    Page page = browser.visitor();
    browser.open(page, "query" + GOOD + "&q=SELECT%20VALUE%20COUNT(1)%20FROM%20c");
    Locator editor = page.getByLabel("Query", new Page.GetByLabelOptions().setExact(true));
    editor.click();
    page.keyboard().press("Control+Enter");
    assertThat(table(page, "Results")).containsText("120");
    assertThat(region(page, "Route")).containsText("4 partitions asked");

    type(page, "SELECT * FROM c WHERE c.customerId = 'customer-001'");
    page.keyboard().press("Control+Enter");
    assertThat(region(page, "Route")).containsText("1 of 4 partitions asked");
    assertThat(region(page, "Route")).containsText("3 others were not asked");
    assertThat(region(page, "Route"))
        .containsText(Pattern.compile("[\\d.]+ RU\\s*[\\d.]+ ms\\s*(\\d+) read, \\1 given"));
    Download route = page.waitForDownload(() -> button(page, "Route as CSV").click());
    assertThat(csv(route)).startsWith("Partition,RU,Milliseconds,").hasLineCount(2);
    assertThat(page.waitForDownload(() -> button(page, "Route as PNG").click()).suggestedFilename())
        .isEqualTo("route.png");
    assertThat(page).hasURL(Pattern.compile("q=SELECT.*customer-001"));
    page.getByRole(AriaRole.TAB, new GetByRoleOptions().setName("Tree")).click();
    assertThat(page.locator(".json-tree")).containsText("results");

    button(page, "Saved queries").click();
    page.getByLabel("Save the present one as").fill("of <b>one</b>");
    button(page, "Save query").click();
    button(page, "Close").click();

    editor.click();
    type(page, "SELECT * FROM c ORDER BY c.country, c.total DESC");
    page.keyboard().press("Control+Enter");
    assertThat(page.getByText("[[{\"path\":\"/country\",\"order\":\"ascending\"}")).isVisible();
    page.reload();
    button(page, "Saved queries").click();
    button(page, "of <b>one</b>").click();
    assertThat(editor).containsText("customer-001");

    editor.click();
    type(page, "SELECT * FROM c WHERE c.total >> > 2");
    page.keyboard().press("Control+Enter");
    assertThat(page.getByRole(AriaRole.ALERT)).containsText("Syntax error");
    assertThat(page.locator(".cm-lintRange-error")).isVisible();
    page.context().close();
  }

  @Test
  void whatIsTypedFasterThanThePageDrawsStays() {
    Page page = browser.visitor();
    browser.open(page, "query" + GOOD);
    Locator editor = page.getByLabel("Query", new Page.GetByLabelOptions().setExact(true));
    editor.click();
    JsonObject slowly = new JsonObject();
    slowly.addProperty("rate", 10);
    page.context().newCDPSession(page).send("Emulation.setCPUThrottlingRate", slowly);
    for (int round = 0; round < 10; round++) {
      String text = "SELECT * FROM c WHERE c.total > " + round;
      type(page, text);
      assertThat(editor).hasText(text);
      page.keyboard().press("Control+Enter"); // also while the one before still runs
    }
    assertThat(page).hasURL(Pattern.compile("total.*9$"));
    page.context().close();
  }

  @Test
  void aBadKeyIsSeenAndAGoodOneToo() {
    Page page = browser.visitor();
    browser.open(page, "partitions" + BAD);
    assertThat(region(page, "Storage per physical partition"))
        .containsText(Pattern.compile("One partition holds \\d\\d %: bad key\\."));
    assertThat(region(page, "Largest keys")).containsText("DE is the largest");
    assertThat(region(page, "Inequality of keys")).containsText("Only 5 keys");
    browser.open(page, "partitions" + GOOD);
    assertThat(region(page, "Storage per physical partition"))
        .containsText(Pattern.compile("Largest is 1\\.\\d× the mean: even\\."));
    Download file =
        page.waitForDownload(() -> button(page, "Storage per physical partition as CSV").click());
    assertThat(csv(file)).startsWith("Partition,Items,Data bytes,").hasLineCount(5);
    assertThat(
            page.waitForDownload(
                    () -> button(page, "Storage per physical partition as PNG").click())
                .suggestedFilename())
        .isEqualTo("storage.png");
    browser.open(page, "partitions" + HOT + "&view=requests");
    assertThat(region(page, "Request units over time"))
        .containsText("of the request units went to partition");
    assertThat(region(page, "Hottest keys")).containsText("2026-11-15 is the hottest");
    assertThat(region(page, "Inequality of requests"))
        .containsText(Pattern.compile("Gini 0\\.\\d\\d over 2 keys: one of them has 9\\d %\\."));
    Download curve =
        page.waitForDownload(() -> button(page, "Inequality of requests as CSV").click());
    assertThat(csv(curve)).startsWith("Share of keys,Share of request units").hasLineCount(4);
    assertThat(
            page.waitForDownload(() -> button(page, "Inequality of requests as PNG").click())
                .suggestedFilename())
        .isEqualTo("lorenz-requests.png");
    region(page, "Hottest keys")
        .getByRole(AriaRole.LINK, new Locator.GetByRoleOptions().setName("2026-11-16"))
        .click();
    assertThat(table(page, "Items")).containsText("2026-11-16");
    assertThat(table(page, "Items")).not().containsText("2026-11-15");
    page.context().close();
  }

  private static String csv(Download file) {
    try {
      return Files.readString(file.path());
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot read what was saved", e);
    }
  }

  @Test
  void aPartitionSplitsOnScreen() {
    http.post("/dbs", "{\"id\":\"splitting\"}");
    http.post("/dbs/splitting/colls", "{\"id\":\"c\",\"partitionKey\":{\"paths\":[\"/pk\"]}}");
    for (int i = 0; i < 40; i++) {
      http.send(
          "POST",
          "/dbs/splitting/colls/c/docs",
          "{\"id\":\"1\",\"pk\":\"key-%d\"}".formatted(i),
          "x-ms-documentdb-partitionkey",
          "[\"key-%d\"]".formatted(i));
    }
    Page page = browser.visitor();
    browser.open(page, "partitions?database=splitting&container=c");
    assertThat(region(page, "Hash ring")).containsText("1 partition covers all hashes");
    button(page, "Split 0").click();
    assertThat(page.getByRole(AriaRole.DIALOG)).containsText("One partition becomes 2");
    assertThat(table(page, "What the two would hold")).containsText(Pattern.compile("Left.*20"));
    assertThat(page.getByRole(AriaRole.DIALOG)).containsText("The larger half would hold 5");
    button(page, "Split now").click();
    assertThat(region(page, "Hash ring")).containsText("2 partitions cover all hashes");
    assertThat(region(page, "Hash ring"))
        .containsText("2 came from splits, 2 since this page was opened");
    assertThat(
            page.waitForDownload(() -> button(page, "Hash ring as PNG").click())
                .suggestedFilename())
        .isEqualTo("hash-ring.png");

    browser.open(page, "data?database=splitting&container=c&view=settings");
    page.getByLabel("New value").fill("25000");
    assertThat(region(page, "Throughput")).containsText("2 partitions become 3");
    page.context().close();
  }

  @Test
  void changesAndRequestsAreSeenAsTheyHappen() {
    Page feed = browser.visitor();
    browser.open(feed, "change-feed" + GOOD);
    assertThat(feed.getByText("Waiting for changes")).isVisible(); // so it knows where it begins
    Page requests = browser.visitor();
    browser.open(requests, "requests?filter=create");
    requests.getByRole(AriaRole.HEADING, new GetByRoleOptions().setName("Live list")).waitFor();
    Locator seen = table(requests, "Requests");
    AtomicInteger written = new AtomicInteger(); // requests are written down from the first look on
    repeatUntil(
        requests,
        () -> seen.count() > 0,
        () ->
            http.send(
                "POST",
                "/dbs/sample-shop/colls/orders-by-customer/docs",
                "{\"id\":\"live-%d\",\"customerId\":\"live\"}".formatted(written.incrementAndGet()),
                "x-ms-documentdb-partitionkey",
                "[\"live\"]"));
    assertThat(seen).containsText("sql create");
    assertThat(table(feed, "Changes")).containsText("live-" + written.get());
    feed.context().close();
    requests.context().close();
  }

  @Test
  void keysAndSettingsAreShownToTheirOwner() {
    Page page = browser.visitor();
    browser.open(page, "access");
    button(page, "Show Primary").click();
    assertThat(table(page, "Keys")).containsText(server.ready("key"));
    button(page, "Regenerate Secondary").click();
    page.getByRole(AriaRole.DIALOG)
        .getByRole(
            AriaRole.BUTTON, new Locator.GetByRoleOptions().setName("Regenerate").setExact(true))
        .click();
    assertThat(page.getByRole(AriaRole.DIALOG)).hasCount(0);
    page.getByLabel("New user").fill("<i>eve");
    button(page, "Add").click();
    assertThat(table(page, "Users")).containsText("<i>eve");
    assertThat(page.getByLabel("New user")).hasValue("");
    page.getByLabel("New user").fill("<i>eve");
    button(page, "Add").click();
    assertThat(page.getByRole(AriaRole.ALERT)).containsText("Status 409");
    assertThat(page.getByLabel("New user")).hasValue("<i>eve"); // to be mended, not typed again
    button(page, "Permissions of <i>eve").click();
    page.getByLabel("New permission").fill("look");
    button(page, "Give").click();
    assertThat(page.getByText(Pattern.compile("type=resource&ver=1.*sig="))).isVisible();
    assertThat(table(page, "Permissions")).containsText("Read");
    assertThat(PortalBrowser.accessibilityFaults(page)).isEmpty();
    button(page, "Done").click();
    button(page, "Delete permission look").click();
    assertThat(page.getByText("This user may do nothing yet.")).isVisible();
    browser.open(page, "settings?only=changed");
    assertThat(table(page, "Settings")).containsText("inMemory");
    page.context().close();
  }

  @Test
  void thePortalIsAtThePortOfTheSqlApiToo() {
    assertThat(server.endpoint("portal").getPort()).isNotEqualTo(server.endpoint("sql").getPort());
    Page page = browser.visitor();
    page.navigate(server.endpoint("sql").resolve("/_explorer/metrics").toString());
    assertThat(region(page, "Rates")).containsText("requests/s");
    page.context().close();
  }

  @Test
  void theFirstPageIsSmallAndSoonThere() {
    Page page = browser.visitor();
    double painted = Double.MAX_VALUE;
    for (int i = 0; i < 20 && painted > 1000; i++) { // warm from the second time on
      browser.open(page, "");
      page.getByText("Running for").waitFor();
      painted = firstPaint(page);
    }
    assertThat(painted).as("milliseconds to the first paint").isLessThan(1000);
    int bytes =
        ASSET
            .matcher(page.content())
            .results()
            .mapToInt(asset -> compressed(page, asset.group(1)))
            .sum();
    assertThat(bytes).isBetween(20_000, 300_000);
    page.context().close();
  }

  private static double firstPaint(Page page) {
    return ((Number)
            page.evaluate(
                "() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime"
                    + " ?? 1e9"))
        .doubleValue();
  }

  private static int compressed(Page page, String address) {
    return page.request()
        .get(browser.address(address), RequestOptions.create().setHeader("accept-encoding", "gzip"))
        .headers()
        .getOrDefault("content-length", "0")
        .transform(Integer::parseInt);
  }
}
