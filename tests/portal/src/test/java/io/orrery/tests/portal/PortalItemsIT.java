// SPDX-License-Identifier: Apache-2.0
package io.orrery.tests.portal;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static io.orrery.tests.portal.PageParts.button;
import static io.orrery.tests.portal.PageParts.dialogButton;
import static io.orrery.tests.portal.PageParts.region;
import static io.orrery.tests.portal.PageParts.table;
import static io.orrery.tests.portal.PageParts.type;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Page.GetByRoleOptions;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.FilePayload;
import io.orrery.testkit.ServerProcess;
import io.orrery.testkit.SqlHttp;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Items that come, go and change, what is asked about them, and addresses that remember all of it.
class PortalItemsIT {
  private static final String LONG = "?database=d&container=long";
  private static final int MANY = 120;

  private static ServerProcess server;
  private static PortalBrowser browser;
  private static SqlHttp http;

  @BeforeAll
  static void start(@TempDir Path directory) {
    server = ServerProcess.serve(directory, "--in-memory");
    PortalBrowser.requireBrowser(server);
    http = SqlHttp.owner(server);
    http.post("/dbs", "{\"id\":\"d\"}");
    create("long");
    browser = PortalBrowser.at(server);
    Page page = browser.visitor();
    browser.open(page, "data" + LONG);
    upload(page, lines());
    assertThat(page.getByText(MANY + " items were written.")).isVisible();
    assertThat(page.getByText("100 loaded")).isVisible();
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

  private static void create(String container) {
    http.post(
        "/dbs/d/colls",
        "{\"id\":\"%s\",\"partitionKey\":{\"paths\":[\"/pk\"]}}".formatted(container));
  }

  private static String lines() {
    return IntStream.range(0, MANY)
        .mapToObj(n -> "{\"id\":\"i%03d\",\"pk\":\"a\",\"n\":%1$d,\"x, y\":\"<b>\"}".formatted(n))
        .collect(Collectors.joining("\n"));
  }

  private static Locator labelled(Page page, String label) {
    return page.getByLabel(label, new Page.GetByLabelOptions().setExact(true));
  }

  private static Locator choice(Page page, String name) {
    return page.getByRole(AriaRole.COMBOBOX, new GetByRoleOptions().setName(name).setExact(true));
  }

  private static void upload(Page page, String text) {
    button(page, "Upload").waitFor();
    page.getByLabel("File with items")
        .setInputFiles(
            new FilePayload(
                "items.jsonl", "application/json", text.getBytes(StandardCharsets.UTF_8)));
  }

  private static void write(String container, String id) {
    http.send(
        "POST",
        "/dbs/d/colls/%s/docs".formatted(container),
        "{\"id\":\"%s\",\"pk\":\"a\"}".formatted(id),
        "x-ms-documentdb-partitionkey",
        "[\"a\"]");
  }

  @Test
  void anItemIsMadeCopiedAndDeletedWithItsCopy() {
    create("short");
    Page page = browser.visitor();
    browser.open(page, "data?database=d&container=short");
    assertThat(page.getByText("There are no items yet.")).isVisible();
    button(page, "New item").click();
    type(page, page.getByLabel("New item as JSON"), "{\"id\":\"first\",\"pk\":\"a\",\"n\":1}");
    button(page, "Create item").click();
    assertThat(labelled(page, "Item as JSON")).containsText("\"n\": 1");
    button(page, "Duplicate").click();
    assertThat(page.getByLabel("New item as JSON")).containsText("first-copy");
    button(page, "Create item").click();
    Locator items = table(page, "Items");
    assertThat(items).containsText("first-copy");
    labelled(page, "Pick all").check();
    assertThat(labelled(page, "Pick first")).isChecked();
    labelled(page, "Pick first-copy").uncheck();
    assertThat(labelled(page, "Pick all")).not().isChecked();
    labelled(page, "Pick first-copy").check();
    assertThat(labelled(page, "Pick all")).isChecked();
    button(page, "Delete selected").click();
    assertThat(page.getByRole(AriaRole.DIALOG)).containsText("2 items are deleted.");
    dialogButton(page, "Delete").click();
    assertThat(page.getByText("There are no items yet.")).isVisible();
    assertThat(http.get("/dbs/d/colls/short/docs").body()).contains("\"_count\":0");
    page.context().close();
  }

  @Test
  void whatIsWrongIsToldInASentence() {
    Page page = browser.visitor();
    browser.open(page, "data" + LONG + "&where=c.n(((");
    assertThat(page.getByRole(AriaRole.ALERT)).containsText(Pattern.compile("^Syntax error"));
    browser.open(page, "query?database=d&container=none");
    assertThat(page.getByRole(AriaRole.ALERT)).hasText("The database d has no container none.");
    browser.open(page, "change-feed?database=d&container=none");
    assertThat(page.getByRole(AriaRole.ALERT))
        .containsText(
            Pattern.compile("^(Owner resource does not exist\\. )?The database d has no"));
    page.context().close();
  }

  @Test
  void aFileThatIsNoneOfItemsIsRefused() {
    Page page = browser.visitor();
    browser.open(page, "data" + LONG);
    upload(page, "{\"id\":\"<b>\"}\nnonsense");
    assertThat(page.getByText("0 items were written before this one.")).isVisible();
    assertThat(page.getByRole(AriaRole.ALERT)).isVisible();
    page.context().close();
  }

  @Test
  void aLongListComesInPages() {
    Page page = browser.visitor();
    browser.open(page, "data" + LONG);
    assertThat(page.getByText("100 loaded")).isVisible();
    button(page, "Load more").click();
    assertThat(page.getByText(MANY + " loaded")).isVisible();
    assertThat(button(page, "Load more")).hasCount(0);

    browser.open(page, "query" + LONG);
    button(page, "Run").click();
    Locator results = region(page, "Results");
    assertThat(results).containsText("100 rows");
    button(page, "Load more").click();
    assertThat(results).containsText(MANY + " rows");
    page.context().close();
  }

  @Test
  void aSelectionIsRunWithParametersAndItsRowsAreSaved() throws IOException {
    Page page = browser.visitor();
    browser.open(page, "query" + LONG);
    String query = "SELECT c.id, c[\"x, y\"] FROM c WHERE c.n < @most";
    page.getByLabel("Parameters").fill("{\"@most\": 2}");
    Locator editor = labelled(page, "Query");
    type(page, editor, "this is no query\n" + query);
    page.keyboard().press("Home");
    page.keyboard().press("Shift+End");
    page.keyboard().press("Control+Enter");
    Locator results = region(page, "Results");
    assertThat(results).containsText("2 rows");
    String csv =
        Files.readString(page.waitForDownload(() -> resultButton(results, "CSV").click()).path());
    assertThat(csv.lines()).containsExactlyInAnyOrder("id,\"x, y\"", "i000,<b>", "i001,<b>");
    String json =
        Files.readString(page.waitForDownload(() -> resultButton(results, "JSON").click()).path());
    assertThat(json).contains("\"id\": \"i000\"").contains("\"x, y\": \"<b>\"");

    browser.open(page, "query" + LONG);
    page.getByLabel("History").selectOption("0");
    assertThat(editor).hasText(query); // what was run, not all that was written
    page.context().close();
  }

  private static Locator resultButton(Locator results, String name) {
    return results.getByRole(
        AriaRole.BUTTON, new Locator.GetByRoleOptions().setName(name).setExact(true));
  }

  @Test
  void changesArePausedAndSeenFromTheBeginningOrWithAllVersions() {
    create("changing");
    write("changing", "old");
    Page page = browser.visitor();
    browser.open(page, "change-feed?database=d&container=changing");
    assertThat(page.getByText("Waiting for changes")).isVisible();
    button(page, "Pause").click();
    write("changing", "while-paused");
    assertThat(page.getByText("0 changes, paused")).isVisible();
    button(page, "Go on").click();
    Locator changes = table(page, "Changes");
    assertThat(changes).containsText("while-paused");
    assertThat(changes).not().containsText("old");

    choice(page, "From").selectOption("the beginning");
    assertThat(changes).containsText("old");
    choice(page, "From").selectOption("a time");
    assertThat(page).hasURL(Pattern.compile("from=\\d{4}-\\d\\d-\\d\\dT"));
    assertThat(changes).containsText("old"); // written in the last ten minutes

    page.getByLabel("All versions and deletes").check();
    assertThat(page.getByText("\"changeFeedPolicy\": {\"retentionDuration\": 10}")).isVisible();
    http.send(
        "PUT",
        "/dbs/d/colls/changing",
        "{\"id\":\"changing\",\"partitionKey\":{\"paths\":[\"/pk\"]},"
            + "\"changeFeedPolicy\":{\"retentionDuration\":10}}");
    assertThat(page.getByText("Waiting for changes")).isVisible();
    write("changing", "brief");
    http.send(
        "DELETE",
        "/dbs/d/colls/changing/docs/brief",
        "",
        "x-ms-documentdb-partitionkey",
        "[\"a\"]");
    assertThat(changes).containsText(Pattern.compile("delete.*create", Pattern.DOTALL));
    assertThat(PortalBrowser.accessibilityFaults(page)).isEmpty();
    page.context().close();
  }

  /// Whoever gets the address sees the same, and so does who reloads it.
  private static void requireShared(Page page, Consumer<Page> seen) {
    seen.accept(page);
    page.reload();
    seen.accept(page);
    Page other = browser.visitor();
    other.navigate(page.url());
    seen.accept(other);
    other.context().close();
  }

  @Test
  void whatAViewShowsIsInItsAddress() {
    Page page = browser.visitor();
    browser.open(page, "");
    page.getByRole(AriaRole.TAB, new GetByRoleOptions().setName("Python")).click();
    requireShared(
        page, it -> assertThat(it.locator("pre.snippet")).containsText("from azure.cosmos import"));

    browser.open(page, "data" + LONG);
    page.getByText("Columns").click();
    page.getByLabel("n", new Page.GetByLabelOptions().setExact(true)).uncheck();
    table(page, "Items").getByText("i000").click();
    requireShared(
        page,
        it -> {
          Locator items = table(it, "Items");
          assertThat(items.getByRole(AriaRole.COLUMNHEADER))
              .hasText(new String[] {"", "id", "pk", "x, y"});
          assertThat(labelled(it, "Item as JSON")).containsText("i000");
        });

    browser.open(page, "query" + LONG);
    page.getByLabel("Parameters").fill("{\"@most\": 2}");
    type(page, labelled(page, "Query"), "SELECT * FROM c WHERE c.n < @most");
    button(page, "Run").click();
    page.getByRole(AriaRole.TAB, new GetByRoleOptions().setName("Tree")).click();
    requireShared(
        page,
        it -> {
          assertThat(labelled(it, "Query")).containsText("c.n < @most");
          assertThat(it.getByLabel("Parameters")).hasValue("{\"@most\": 2}");
          button(it, "Run").click();
          assertThat(it.locator(".json-tree")).containsText("results [2]");
        });
    page.context().close();
  }

  @Test
  void aScriptAndAUserHaveAddresses() {
    http.post(
        "/dbs/d/colls/long/udfs", "{\"id\":\"seven<b>\",\"body\":\"function f() { return 7; }\"}");
    http.post("/dbs/d/users", "{\"id\":\"eve\"}");
    Page page = browser.visitor();
    browser.open(page, "data" + LONG + "&view=scripts&script=udfs/none");
    assertThat(page.getByText("There is no script udfs/none here any more.")).isVisible();
    button(page, "seven<b>").click();
    requireShared(page, it -> assertThat(labelled(it, "Script")).containsText("return 7"));
    browser.open(page, "access");
    choice(page, "Database").selectOption("d");
    button(page, "Permissions of eve").click();
    requireShared(
        page, it -> assertThat(it.getByText("This user may do nothing yet.")).isVisible());
    page.context().close();
  }
}
