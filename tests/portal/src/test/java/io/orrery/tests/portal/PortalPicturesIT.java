// SPDX-License-Identifier: Apache-2.0
package io.orrery.tests.portal;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static io.orrery.tests.portal.PageParts.region;
import static io.orrery.tests.portal.PageParts.repeatUntil;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Download;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Page.GetByRoleOptions;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.AriaRole;
import io.orrery.testkit.ServerProcess;
import io.orrery.testkit.SqlHttp;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Pictures of things that sample data do not show: too many requests, and keys that grow for days.
class PortalPicturesIT {
  private static final String PLACE = "?database=d&container=small";
  private static final int TRIES = 100;
  private static final int TOO_MANY = 429;

  private static final String TRY_AGAIN =
      """
      () => [...document.querySelectorAll('button')]
          .filter((button) => button.textContent === 'Try again')
          .forEach((button) => button.click())
      """;

  private static ServerProcess server;
  private static PortalBrowser browser;
  private static SqlHttp http;

  @BeforeAll
  static void start(@TempDir Path directory) {
    server = ServerProcess.serve(directory, "--in-memory");
    PortalBrowser.requireBrowser(server);
    http = SqlHttp.owner(server);
    http.post("/dbs", "{\"id\":\"d\"}");
    http.post("/dbs/d/colls", "{\"id\":\"small\",\"partitionKey\":{\"paths\":[\"/pk\"]}}");
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

  private static Download download(Page page, String button) {
    return page.waitForDownload(
        () ->
            page.getByRole(AriaRole.BUTTON, new GetByRoleOptions().setName(button).setExact(true))
                .click());
  }

  /// One is dear enough to use up more than a second's units: what comes right after it is refused.
  private static void spendTooMuch() {
    String text = "x".repeat(1_500_000);
    for (int i = 0; i < TRIES; i++) {
      int status =
          http.send(
                  "POST",
                  "/dbs/d/colls/small/docs",
                  "{\"id\":\"%d\",\"pk\":\"a\",\"text\":\"%s\"}".formatted(i, text),
                  "x-ms-documentdb-partitionkey",
                  "[\"a\"]")
              .statusCode();
      if (status == TOO_MANY) {
        return;
      }
    }
    throw new AssertionError("nothing was throttled");
  }

  @Test
  void whichPartOfTheRequestsWasThrottledIsSeen() throws IOException {
    Page page = browser.visitor();
    spendTooMuch();
    browser.open(page, "partitions" + PLACE + "&view=requests");
    Locator share = region(page, "Share of throttled requests");
    assertThat(share)
        .containsText(
            Pattern.compile("\\d+ of \\d+ requests \\((\\d+|< 1) %\\) were throttled\\."));
    assertThat(PortalBrowser.accessibilityFaults(page)).isEmpty();
    String numbers = Files.readString(download(page, "Share of throttled requests as CSV").path());
    assertThat(numbers).startsWith("Time,Partition,Requests,Throttled,Share");
    assertThat(numbers.lines().skip(1).findFirst().orElseThrow())
        .matches("all,all,\\d+,[1-9]\\d*,.* %");
    assertThat(numbers).containsPattern("\\d\\d:\\d\\d\\.000Z,0,[1-9]");
    assertThat(download(page, "Share of throttled requests as PNG").suggestedFilename())
        .isEqualTo("throttled-share.png");
    page.context().close();
  }

  /// And none of them goes white, or shows nothing as if there were nothing.
  @Test
  void everyPageTellsWhatTheServerCannotAnswerAndAsksAgain() {
    Page page = browser.visitor();
    browser.open(page, "");
    page.getByText("Running for").waitFor();
    for (String view :
        List.of(
            "",
            "data" + PLACE,
            "data" + PLACE + "&view=settings",
            "query" + PLACE,
            "partitions" + PLACE,
            "partitions" + PLACE + "&view=requests",
            "metrics",
            "change-feed" + PLACE,
            "requests",
            "access",
            "settings")) {
      page.route(PortalPicturesIT::isQuestion, PortalPicturesIT::fail);
      browser.open(page, view);
      Locator alert = page.getByRole(AriaRole.ALERT).first();
      assertThat(alert).containsText("<b>broken");
      assertThat(alert).containsText("activity 4711");
      page.unrouteAll();
      Locator alerts = page.getByRole(AriaRole.ALERT); // answers under way may still bring some
      repeatUntil(page, () -> alerts.count() == 0, () -> page.evaluate(TRY_AGAIN));
    }
    page.context().close();
  }

  /// Beside who is signed in, which the whole page hangs on.
  private static boolean isQuestion(String url) {
    return url.contains("/dbs/")
        || url.contains("/offers")
        || (url.contains("/_orrery/api/v1/") && !url.endsWith("/session"));
  }

  private static void fail(Route route) {
    route.fulfill(
        new Route.FulfillOptions()
            .setStatus(500)
            .setContentType("application/json")
            .setBody("{\"message\":\"It is <b>broken\",\"activityId\":\"4711\"}"));
  }

  /// The server would have to be watched for days.
  @Test
  void aKeyThatGrowsTellsTheDayItReachesTheCap() throws IOException {
    Page page = browser.visitor();
    page.route(
        url -> url.contains("/top-keys"),
        route ->
            route.fulfill(
                new Route.FulfillOptions()
                    .setContentType("application/json")
                    .setBody(
                        """
                        {"by":"bytes","keys":[
                          {"partitionKey":"[\\"tenant-7\\"]","items":9,"dataBytes":9000000000,
                           "indexBytes":1000000000,"growthBytesPerDay":300000000,
                           "growthObservedSeconds":86400,"reachesCap":"2999-12-21T00:00:00Z"},
                          {"partitionKey":"[\\"tenant-8\\"]","items":9,"dataBytes":4000000000,
                           "indexBytes":1000000000,"growthBytesPerDay":0,
                           "growthObservedSeconds":86400},
                          {"partitionKey":"[\\"tenant-9\\"]","items":9,"dataBytes":4000000,
                           "indexBytes":1000000}]}
                        """)));
    browser.open(page, "partitions" + PLACE);
    Locator keys = region(page, "Largest keys");
    assertThat(keys).containsText("tenant-7 reaches 20 GB in ");
    assertThat(keys).containsText("on 2999-12-21, at the pace of the last 1 d.");
    assertThat(Files.readString(download(page, "Largest keys as CSV").path()).lines())
        .satisfiesExactly(
            head -> assertThat(head).endsWith(",Growth in a day,Reaches the cap"),
            growing -> assertThat(growing).endsWith(",'+286 MB,2999-12-21"),
            resting -> assertThat(resting).endsWith(",none,not growing"),
            fresh -> assertThat(fresh).endsWith(",not enough history,not enough history"));
    page.context().close();
  }
}
