// SPDX-License-Identifier: Apache-2.0
package io.orrery.tests.portal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import io.orrery.testkit.ServerProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// A browser that looks at the portal of a server, and remembers what should not have happened:
/// errors of scripts, violations of the page's policy, and dialogs.
final class PortalBrowser implements AutoCloseable {
  private static final Path CHROMIUM = Path.of("/usr/bin/chromium");
  private static final Path AXE =
      Path.of("../../portal/src/main/web/node_modules/axe-core/axe.min.js");

  /// Long enough for a machine that builds other things meanwhile.
  private static final double PATIENCE_MILLIS = 60_000;

  /// Tasks that held the page up for longer than 50 ms are told by the browser itself.
  private static final String WATCH =
      """
      window.longTasks = [];
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) window.longTasks.push(entry.duration);
      }).observe({ type: 'longtask', buffered: true });
      document.addEventListener('securitypolicyviolation', (event) => {
        console.error('policy: ' + event.violatedDirective + ' ' + event.blockedURI);
      });
      """;

  private final Playwright playwright;
  private final Browser browser;
  private final URI portal;
  private final List<String> troubles = new ArrayList<>();

  private PortalBrowser(Playwright playwright, Browser browser, URI portal) {
    this.playwright = playwright;
    this.browser = browser;
    this.portal = portal;
  }

  /// Skips the test on a machine that has no Chromium, or built the server without the portal,
  /// unless these are required, as they are in CI.
  static void requireBrowser(ServerProcess server) {
    boolean there = Files.isExecutable(CHROMIUM) && server.readyContent().containsKey("portal");
    if (!Boolean.getBoolean("orrery.portal.required")) {
      assumeTrue(there, "needs Chromium, and a server with the portal");
    }
    assertThat(there).as("Chromium, and a server with the portal").isTrue();
  }

  static PortalBrowser at(ServerProcess server) {
    return at(server, List.of("--no-sandbox"));
  }

  /// One that runs scripts without compiling them: what a page's heap has then is what the page
  /// holds, without the machine code that the browser makes of whatever runs often.
  static PortalBrowser interpreting(ServerProcess server) {
    return at(server, List.of("--no-sandbox", "--js-flags=--jitless"));
  }

  private static PortalBrowser at(ServerProcess server, List<String> arguments) {
    Playwright playwright =
        Playwright.create(
            new Playwright.CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
    Browser browser =
        playwright
            .chromium()
            .launch(new BrowserType.LaunchOptions().setExecutablePath(CHROMIUM).setArgs(arguments));
    PlaywrightAssertions.setDefaultAssertionTimeout(PATIENCE_MILLIS);
    return new PortalBrowser(playwright, browser, server.endpoint("portal"));
  }

  /// A page of somebody who was never here before.
  Page visitor(Browser.NewContextOptions options) {
    BrowserContext context =
        browser.newContext(options.setIgnoreHTTPSErrors(true).setAcceptDownloads(true));
    context.addInitScript(WATCH);
    Page page = context.newPage();
    page.setDefaultTimeout(PATIENCE_MILLIS);
    page.onPageError(error -> troubles.add("error: " + error));
    page.onDialog(
        dialog -> {
          troubles.add("dialog: " + dialog.message());
          dialog.dismiss();
        });
    page.onConsoleMessage(
        message -> {
          // What the server refuses is told here too, and is part of some tests.
          if (message.type().equals("error") && !message.text().contains("the server responded")) {
            troubles.add("console: %s at %s".formatted(message.text(), message.location()));
          }
        });
    return page;
  }

  Page visitor() {
    return visitor(new Browser.NewContextOptions().setViewportSize(1360, 900));
  }

  /// @param address behind that of the portal
  String address(String address) {
    return portal.resolve(address).toString();
  }

  void open(Page page, String address) {
    page.navigate(address(address));
  }

  /// What should not have happened since this was last asked.
  List<String> troubles() {
    List<String> found = List.copyOf(troubles);
    troubles.clear();
    return found;
  }

  /// What is hard to use for people who do not see, or use no mouse.
  static List<String> accessibilityFaults(Page page) {
    page.evaluate(read(AXE) + "\n0");
    Object found =
        page.evaluate(
            """
            async () => (await axe.run()).violations.map(
                (each) => each.id + ': ' + each.nodes.map((node) => node.html).join(' '))
            """);
    List<String> faults = new ArrayList<>();
    ((List<?>) found).forEach(each -> faults.add(String.valueOf(each)));
    return faults;
  }

  /// How long the page was held up at most, in milliseconds.
  static double longestTask(Page page) {
    return ((Number) page.evaluate("() => Math.max(0, ...window.longTasks)")).doubleValue();
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot read " + file, e);
    }
  }

  @Override
  public void close() {
    browser.close();
    playwright.close();
  }
}
