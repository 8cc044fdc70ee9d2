// SPDX-License-Identifier: Apache-2.0
package io.orrery.tests.portal;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static io.orrery.tests.portal.PageParts.button;
import static io.orrery.tests.portal.PageParts.region;
import static io.orrery.tests.portal.PageParts.repeatUntil;
import static io.orrery.tests.portal.PageParts.type;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Page.GetByRoleOptions;
import com.microsoft.playwright.options.AriaRole;
import io.orrery.testkit.ServerProcess;
import io.orrery.testkit.SqlHttp;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What is typed: settings that are checked before they are saved, queries that are completed and
/// cancelled, and all of it without a mouse.
class PortalEditingIT {
  private static final String PLACE = "?database=shop&container=orders";

  private static ServerProcess server;
  private static PortalBrowser browser;
  private static SqlHttp http;

  @BeforeAll
  static void start(@TempDir Path directory) {
    server = ServerProcess.serve(directory, "--in-memory");
    PortalBrowser.requireBrowser(server);
    http = SqlHttp.owner(server);
    http.post("/dbs", "{\"id\":\"shop\"}");
    http.post("/dbs/shop/colls", "{\"id\":\"orders\",\"partitionKey\":{\"paths\":[\"/pk\"]}}");
    http.send(
        "POST",
        "/dbs/shop/colls/orders/docs",
        "{\"id\":\"1\",\"pk\":\"a\",\"customer\":{\"city\":\"Ulm\"}}",
        "x-ms-documentdb-partitionkey",
        "[\"a\"]");
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
  void settingsAreCheckedBeforeTheyAreSaved() {
    Page page = browser.visitor();
    browser.open(page, "data" + PLACE + "&view=settings");
    Locator definition = region(page, "Definition");
    Locator editor = page.getByLabel("Settings as JSON");
    assertThat(definition).containsText("no unique keys");
    assertThat(button(page, "Save settings")).isDisabled();

    type(page, editor, "{\"indexingPolicy\":{\"includedPaths\":[{\"path\":\"/total\"}]}}");
    assertThat(definition.getByRole(AriaRole.ALERT)).containsText("The path /total begins with /");
    assertThat(page.locator(".cm-lintRange-error")).hasText("\"/total\"");
    assertThat(button(page, "Save settings")).isDisabled();

    type(
        page,
        editor,
        """
        {"indexingPolicy":{"indexingMode":"consistent",
        "includedPaths":[{"path":"/customer/*"}],"excludedPaths":[{"path":"/*"}]},
        "defaultTtl":3600}
        """);
    assertThat(definition).containsText("1 items are indexed anew in the background");
    assertThat(definition).containsText("New in includedPaths: /customer/*.");
    assertThat(definition).containsText("deleted 3,600 seconds after their last change");
    assertThat(PortalBrowser.accessibilityFaults(page)).isEmpty();
    button(page, "Save settings").click();
    assertThat(definition.getByRole(AriaRole.STATUS)).hasCount(0); // it is what there is now
    assertThat(http.get("/dbs/shop/colls/orders").body())
        .contains("/customer/*")
        .contains("\"defaultTtl\":3600");
    page.context().close();
  }

  @Test
  void aContainerIsMadeWithUniqueKeysAndATimeToLive() {
    Page page = browser.visitor();
    browser.open(page, "data" + PLACE);
    button(page, "New container").click();
    Locator dialog = page.getByRole(AriaRole.DIALOG);
    dialog.getByLabel("Name").fill("people");
    dialog.getByLabel(Pattern.compile("^Partition key")).fill("/country");
    dialog.getByLabel(Pattern.compile("^Unique keys")).fill("/mail; /city, /number");
    dialog.getByLabel(Pattern.compile("^Items live")).fill("-1");
    dialog
        .getByRole(AriaRole.BUTTON, new Locator.GetByRoleOptions().setName("Create").setExact(true))
        .click();
    assertThat(dialog).hasCount(0);
    Locator tree =
        page.getByRole(AriaRole.NAVIGATION, new GetByRoleOptions().setName("Containers"));
    assertThat(tree).containsText(Pattern.compile("shop\\s*2"));
    assertThat(tree).containsText(Pattern.compile("orders\\s*1 · [\\d.]+ K?B"));
    browser.open(page, "data?database=shop&container=people&view=settings");
    assertThat(region(page, "Definition")).containsText("unique: /mail; /city, /number");
    assertThat(page.getByLabel("Settings as JSON")).containsText("\"defaultTtl\": -1");
    http.send("DELETE", "/dbs/shop/colls/people", "");
    page.context().close();
  }

  @Test
  void aQueryIsCompletedAndCancelled() {
    Page page = browser.visitor();
    browser.open(page, "query" + PLACE);
    Locator editor = page.getByLabel("Query", new Page.GetByLabelOptions().setExact(true));
    Locator offered = page.locator(".cm-tooltip-autocomplete");
    askFor(page, editor, "SELECT c.customer.ci", offered.getByText("c.customer.city"));
    page.keyboard().press("Escape");
    askFor(page, editor, "SELECT * FROM ord", offered.getByText("orders"));
    offered.getByText("orders").click();
    assertThat(editor).hasText("SELECT * FROM orders");

    page.route(url -> url.endsWith("/docs"), _ -> {}); // never answered
    List<String> given = new ArrayList<>();
    page.onRequestFailed(request -> given.add(request.failure()));
    page.keyboard().press("Control+Enter");
    button(page, "Cancel").click();
    page.waitForCondition(() -> !given.isEmpty());
    assertThat(given).allMatch(failure -> failure.contains("ABORTED"));
    assertThat(button(page, "Run")).isVisible();
    assertThat(page.getByRole(AriaRole.ALERT)).hasCount(0);
    page.context().close();
  }

  /// Names and paths are offered as soon as the page has heard of them.
  private static void askFor(Page page, Locator editor, String text, Locator word) {
    type(page, editor, text);
    repeatUntil(
        page,
        () -> word.count() > 0,
        () -> {
          page.keyboard().press("Escape");
          page.keyboard().press("Control+Space");
        });
  }

  @Test
  void nothingNeedsAMouse() {
    Page page = browser.visitor();
    browser.open(page, "");
    page.getByText("Running for").waitFor();
    page.keyboard().press("Tab");
    assertThat(page.getByText("Skip to the content")).isFocused();
    page.keyboard().press("Enter");
    assertThat(page.locator("#content")).isFocused();

    browser.open(page, "partitions" + PLACE);
    Locator storage =
        page.getByRole(AriaRole.TAB, new GetByRoleOptions().setName("Storage").setExact(true));
    storage.focus();
    page.keyboard().press("ArrowRight");
    assertThat(
            page.getByRole(AriaRole.TAB, new GetByRoleOptions().setName("Requests").setExact(true)))
        .isFocused();
    assertThat(page).hasURL(Pattern.compile("view=requests"));
    page.keyboard().press("ArrowLeft");
    assertThat(storage).isFocused();
    Locator split = button(page, "Split 0");
    split.focus();
    page.keyboard().press("Enter");
    assertThat(page.getByRole(AriaRole.DIALOG)).isVisible();
    page.keyboard().press("Escape");
    assertThat(page.getByRole(AriaRole.DIALOG)).hasCount(0);
    assertThat(split).isFocused();

    browser.open(page, "data" + PLACE);
    page.getByLabel("Pick 1", new Page.GetByLabelOptions().setExact(true)).focus();
    page.keyboard().press("Space");
    assertThat(button(page, "Delete selected")).isEnabled();
    page.keyboard().press("Tab");
    page.keyboard().press("Enter");
    assertThat(page.getByLabel("Item as JSON")).containsText("Ulm");
    page.context().close();
  }
}
