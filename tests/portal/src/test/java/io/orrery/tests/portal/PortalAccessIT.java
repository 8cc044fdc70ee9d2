// SPDX-License-Identifier: Apache-2.0
package io.orrery.tests.portal;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Page.GetByRoleOptions;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.Cookie;
import io.orrery.testkit.ServerProcess;
import io.orrery.testkit.SqlHttp;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Production mode: who gets in, what a read-only key shows, and how a session ends.
class PortalAccessIT {
  private static ServerProcess server;
  private static PortalBrowser browser;

  @BeforeAll
  static void start(@TempDir Path directory) {
    server =
        ServerProcess.serve(
            directory,
            "--in-memory",
            "--mode",
            "production",
            "--host",
            "127.0.0.1",
            "--protocol",
            "both");
    PortalBrowser.requireBrowser(server);
    SqlHttp http = SqlHttp.owner(server);
    http.post("/dbs", "{\"id\":\"d\"}");
    http.post("/dbs/d/colls", "{\"id\":\"c\",\"partitionKey\":{\"paths\":[\"/pk\"]}}");
    http.send(
        "POST",
        "/dbs/d/colls/c/docs",
        "{\"id\":\"1\",\"pk\":\"a\"}",
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

  private static void signIn(Page page, String key) {
    page.getByLabel("Account key").fill(key);
    page.getByRole(AriaRole.BUTTON, new GetByRoleOptions().setName("Sign in")).click();
  }

  @Test
  void nobodyGetsInWithoutAKey() {
    Page page = browser.visitor();
    browser.open(page, "data?database=d&container=c");
    signIn(page, "AAAA");
    assertThat(page.getByRole(AriaRole.ALERT)).containsText("none of the account's keys");
    assertThat(PortalBrowser.accessibilityFaults(page)).isEmpty();
    signIn(page, server.ready("key"));
    assertThat(page.getByRole(AriaRole.TABLE)).containsText("1"); // the view that was asked for
    Cookie cookie = page.context().cookies().getFirst();
    assertThat(cookie.httpOnly).isTrue();
    assertThat(cookie.sameSite).hasToString("STRICT");
    page.getByRole(AriaRole.BUTTON, new GetByRoleOptions().setName("Sign out")).click();
    assertThat(page.getByLabel("Account key")).isVisible();
    page.reload();
    assertThat(page.getByLabel("Account key")).isVisible();
    page.context().close();
  }

  @Test
  void aPhoneSignsOutToo() {
    Page page = browser.visitor(new Browser.NewContextOptions().setViewportSize(390, 800));
    browser.open(page, "settings");
    signIn(page, server.ready("key"));
    assertThat(page.getByText("Production mode")).isVisible();
    assertThat(
            page.getByRole(
                AriaRole.LINK, new GetByRoleOptions().setName("Settings").setExact(true)))
        .isInViewport();
    page.getByRole(AriaRole.BUTTON, new GetByRoleOptions().setName("Sign out")).click();
    assertThat(page.getByLabel("Account key")).isVisible();
    page.context().close();
  }

  @Test
  void aReadOnlyKeyShowsAndChangesNothing() {
    Page page = browser.visitor();
    browser.open(page, "data?database=d&container=c");
    signIn(page, server.ready("readOnlyKey"));
    assertThat(page.getByRole(AriaRole.TABLE)).containsText("1");
    for (String name : new String[] {"New item", "New container", "Delete container"}) {
      assertThat(page.getByRole(AriaRole.BUTTON, new GetByRoleOptions().setName(name))).hasCount(0);
    }
    assertThat(page.getByText("read-only")).isVisible();
    browser.open(page, "access");
    assertThat(page.getByText("does not allow to see keys")).isVisible();
    assertThat(page.content()).doesNotContain(server.ready("key"));
    Object status =
        page.evaluate(
            """
            async () => (await fetch('/dbs', {
              method: 'POST', headers: { 'x-orrery-portal': '1' }, body: '{"id":"new"}' })).status
            """);
    assertThat(status).isEqualTo(403); // whatever is offered, the server decides
    page.context().close();
  }

  /// The browser drops the cookie when its time is over.
  @Test
  void whoseSessionHasExpiredIsAskedAgainAndGoesOnWhereItWas() {
    Page page = browser.visitor();
    browser.open(page, "data?database=d&container=c");
    signIn(page, server.ready("key"));
    assertThat(page.getByRole(AriaRole.TABLE)).containsText("1");
    Cookie cookie = page.context().cookies().getFirst();
    double left = cookie.expires - System.currentTimeMillis() / 1000.0;
    assertThat(left).as("seconds that the session is good for").isBetween(60.0, 12 * 3600.0 + 60);
    page.context().clearCookies();
    page.getByRole(AriaRole.BUTTON, new GetByRoleOptions().setName("Refresh")).click();
    signIn(page, server.ready("key"));
    assertThat(page.getByRole(AriaRole.TABLE)).containsText("1");
    assertThat(page).hasURL(Pattern.compile("database=d&container=c"));
    page.context().close();
  }

  @Test
  void aSessionEndsWithItsKey() {
    Page page = browser.visitor();
    browser.open(page, "settings");
    SqlHttp http = SqlHttp.owner(server);
    String keys = http.get("/_orrery/api/v1/keys").body();
    signIn(page, keys.replaceFirst(".*\"secondary\":\"([^\"]*)\".*", "$1"));
    assertThat(page.getByRole(AriaRole.TABLE)).containsText("production");
    http.post("/_orrery/api/v1/keys/secondary/regenerate", "");
    page.getByRole(AriaRole.LINK, new GetByRoleOptions().setName("Requests").setExact(true))
        .click();
    assertThat(page.getByLabel("Account key")).isVisible();
    page.context().close();
  }
}
