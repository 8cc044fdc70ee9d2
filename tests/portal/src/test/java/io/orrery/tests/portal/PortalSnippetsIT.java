// SPDX-License-Identifier: Apache-2.0
package io.orrery.tests.portal;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.Page.GetByRoleOptions;
import com.microsoft.playwright.options.AriaRole;
import io.orrery.testkit.ClientPrograms;
import io.orrery.testkit.ServerProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The programs on the first page, taken from it, run as they stand. That for Java is run by
/// JavaSnippetIT, where its SDK is.
class PortalSnippetsIT {
  private static final Path JAVA = Path.of("../../portal/src/main/web/src/snippets/hello-java.txt");

  @Test
  void programsOfTheFirstPageRun(@TempDir Path directory) throws Exception {
    try (ServerProcess server = ServerProcess.serve(directory, "--in-memory")) {
      PortalBrowser.requireBrowser(server);
      try (PortalBrowser browser = PortalBrowser.at(server)) {
        Page page = browser.visitor();
        browser.open(page, "");
        Path hello = ClientPrograms.scratch().resolve("hello.mjs");
        Files.writeString(hello, snippet(page, "JavaScript"));
        assertThat(ClientPrograms.run(Map.of(), "node", hello.toString()))
            .contains("customerId: 'ada'")
            .contains("total: 12.5");
        assertThat(mongosh(snippet(page, "mongosh"))).contains("customer: 'ada'");
        assertThat(
                snippet(page, "Java")
                    .replaceFirst("endpoint\\(\"http://[^\"]+\"\\)", "endpoint(\"ENDPOINT\")")
                    .replace(server.ready("key"), "KEY"))
            .isEqualTo(Files.readString(JAVA).strip());
      }
    }
  }

  private static String snippet(Page page, String language) {
    page.getByRole(AriaRole.TAB, new GetByRoleOptions().setName(language).setExact(true)).click();
    return page.locator("pre.snippet").innerText();
  }

  /// A line for a shell that has it installed.
  private static String mongosh(String line) throws IOException, InterruptedException {
    String path = "node_modules/.bin:" + System.getenv("PATH");
    return ClientPrograms.run(Map.of("PATH", path), "bash", "-c", line);
  }
}
