// SPDX-License-Identifier: Apache-2.0
package io.orrery.tests.portal;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static io.orrery.tests.portal.PageParts.button;
import static io.orrery.tests.portal.PageParts.region;
import static io.orrery.tests.portal.PageParts.table;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Page.GetByRoleOptions;
import com.microsoft.playwright.options.AriaRole;
import io.orrery.testkit.ServerProcess;
import io.orrery.testkit.SqlHttp;
import java.nio.file.Path;
import java.util.Locale;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// How one gets from here to there: pages that keep the container, the list of all of them, the
/// keyboard, and a screen that is narrow.
class PortalWaysIT {
  private static final String PLACE = "?database=d&container=first";

  private static ServerProcess server;
  private static PortalBrowser browser;

  @BeforeAll
  static void start(@TempDir Path directory) {
    server = ServerProcess.serve(directory, "--in-memory");
    PortalBrowser.requireBrowser(server);
    SqlHttp http = SqlHttp.owner(server);
    http.post("/dbs", "{\"id\":\"d\"}");
    for (String name : new String[] {"first", "second", "idle"}) {
      http.post(
          "/dbs/d/colls", "{\"id\":\"%s\",\"partitionKey\":{\"paths\":[\"/pk\"]}}".formatted(name));
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

  private static void go(Page page, String name) {
    page.getByRole(AriaRole.NAVIGATION, new GetByRoleOptions().setName("Pages"))
        .getByRole(AriaRole.LINK, new Locator.GetByRoleOptions().setName(name).setExact(true))
        .click();
  }

  @Test
  void pagesKeepTheContainer() {
    Page page = browser.visitor();
    browser.open(page, "data" + PLACE + "&view=settings");
    for (String name : new String[] {"Query", "Partitions", "Change feed", "Data"}) {
      go(page, name);
      String path = name.toLowerCase(Locale.ROOT).replace(' ', '-');
      assertThat(page).hasURL(browser.address(path + PLACE));
    }
    go(page, "Data");
    assertThat(page).hasURL(Pattern.compile("/data$"));
    Locator all = table(page, "All containers");
    assertThat(all).containsText("/pk");
    all.getByText("second").click();
    assertThat(page).hasURL(Pattern.compile("container=second$"));
    assertThat(page.getByText("There are no items yet.")).isVisible();
    page.context().close();
  }

  @Test
  void aContainerIsMadeWithoutAMouse() {
    Page page = browser.visitor();
    browser.open(page, "data" + PLACE);
    button(page, "New container").focus();
    page.keyboard().press("Enter");
    assertThat(page.getByLabel("Database")).hasValue("d");
    page.getByLabel("Name", new Page.GetByLabelOptions().setExact(true)).focus();
    page.keyboard().type("typed");
    page.keyboard().press("Enter"); // nothing yet: it has no partition key
    page.keyboard().press("Tab");
    page.keyboard().press("End");
    page.keyboard().type("tenant");
    page.keyboard().press("Enter");
    assertThat(page.getByRole(AriaRole.DIALOG)).hasCount(0);
    Locator tree =
        page.getByRole(AriaRole.NAVIGATION, new GetByRoleOptions().setName("Containers"));
    assertThat(tree).containsText("typed");
    page.context().close();
  }

  @Test
  void onAPhoneOtherContainersAreFoldedAway() {
    Page page = browser.visitor(new Browser.NewContextOptions().setViewportSize(390, 800));
    browser.open(page, "data" + PLACE);
    Locator tree =
        page.getByRole(AriaRole.NAVIGATION, new GetByRoleOptions().setName("Containers"));
    assertThat(page.getByText("There are no items yet.")).isVisible();
    assertThat(tree).isHidden();
    button(page, "Other containers").click();
    assertThat(PortalBrowser.accessibilityFaults(page)).isEmpty();
    tree.getByText("second").click();
    assertThat(page).hasURL(Pattern.compile("container=second$"));
    assertThat(tree).isHidden();
    page.context().close();
  }

  @Test
  void picturesWithoutAnythingToShowSaySo() {
    Page page = browser.visitor();
    browser.open(page, "metrics");
    assertThat(region(page, "Latencies")).containsText("Durations are drawn as soon as");
    browser.open(page, "partitions?database=d&container=idle&view=requests");
    assertThat(page.getByText("No requests in this time.")).isVisible();
    page.context().close();
  }
}
