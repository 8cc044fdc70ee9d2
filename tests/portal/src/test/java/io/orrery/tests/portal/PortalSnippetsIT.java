// SPDX-License-Identifier: Apache-2.0
package io.orrery.tests.portal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.Page.GetByRoleOptions;
import com.microsoft.playwright.options.AriaRole;
import io.orrery.testkit.ClientPrograms;
import io.orrery.testkit.ServerProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The programs on the first page, taken from it, run as they stand. That for Java is run by
/// JavaSnippetIT, where its SDK is; that for Python is only compiled, that for C# neither.
class PortalSnippetsIT {
  private static final Path JAVA = Path.of("../../portal/src/main/web/src/snippets/hello-java.txt");

  private static ServerProcess server;
  private static PortalBrowser browser;
  private static Page page;

  @BeforeAll
  static void start(@TempDir Path directory) {
    server = ServerProcess.serve(directory, "--in-memory");
    PortalBrowser.requireBrowser(server);
    browser = PortalBrowser.at(server);
    page = browser.visitor();
    browser.open(page, "");
  }

  @AfterAll
  static void close() {
    if (browser != null) {
      browser.close();
    }
    server.close();
  }

  @Test
  void programsOfTheFirstPageRun() throws Exception {
    Path hello = ClientPrograms.scratch().resolve("hello.mjs");
    Files.writeString(hello, snippet("JavaScript"));
    assertThat(ClientPrograms.run(Map.of(), "node", hello.toString()))
        .contains("customerId: 'ada'")
        .contains("total: 12.5");
    assertThat(mongosh(snippet("mongosh"))).contains("customer: 'ada'");
    assertThat(
            snippet("Java")
                .replaceFirst("endpoint\\(\"http://[^\"]+\"\\)", "endpoint(\"ENDPOINT\")")
                .replace(server.ready("key"), "KEY"))
        .isEqualTo(Files.readString(JAVA).strip());
  }

  /// Its SDK is in no registry that tests have, so this is all that can be said of it.
  @Test
  void theProgramInPythonIsPython(@TempDir Path directory) throws Exception {
    assumeTrue(isThere("python3"), "needs Python");
    Path hello = Files.writeString(directory.resolve("hello.py"), snippet("Python"));
    ClientPrograms.run(Map.of(), "python3", "-m", "py_compile", hello.toString());
  }

  private static boolean isThere(String program) throws InterruptedException {
    try {
      return new ProcessBuilder(program, "--version").start().waitFor() == 0;
    } catch (IOException absent) {
      return false;
    }
  }

  private static String snippet(String language) {
    page.getByRole(AriaRole.TAB, new GetByRoleOptions().setName(language).setExact(true)).click();
    return page.locator("pre.snippet").innerText();
  }

  /// A line for a shell that has it installed.
  private static String mongosh(String line) throws IOException, InterruptedException {
    String path = "node_modules/.bin:" + System.getenv("PATH");
    return ClientPrograms.run(Map.of("PATH", path), "bash", "-c", line);
  }
}
