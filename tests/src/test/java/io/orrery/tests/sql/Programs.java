// SPDX-License-Identifier: Apache-2.0
package io.orrery.tests.sql;

import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.testkit.ServerProcess;
import io.orrery.testkit.SqlHttp;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// Runs programs that are not Java against a server. Those in `src/test/js` use the unmodified
/// JavaScript SDK, which is installed from the lock file into `target/js`, once.
public final class Programs {
  private static final Path SOURCE = Path.of("src/test/js");
  private static final Path INSTALLED = Path.of("target/js");
  private static final String LOCK = "package-lock.json";

  private Programs() {}

  public static void installJavaScript() throws IOException, InterruptedException {
    Files.createDirectories(INSTALLED);
    boolean current =
        Files.exists(INSTALLED.resolve("node_modules/.installed"))
            && Files.mismatch(SOURCE.resolve(LOCK), INSTALLED.resolve(LOCK)) < 0;
    try (Stream<Path> files = Files.list(SOURCE)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        Files.copy(
            file, INSTALLED.resolve(file.getFileName()), StandardCopyOption.REPLACE_EXISTING);
      }
    }
    if (!current) {
      run(Map.of(), "npm", "ci", "--prefer-offline", "--no-audit", "--no-fund");
      Files.createFile(INSTALLED.resolve("node_modules/.installed"));
    }
  }

  /// Runs a command among the JavaScript files. Gives what it printed; fails if it fails.
  public static String run(Map<String, String> environment, String... command)
      throws IOException, InterruptedException {
    Path output = INSTALLED.resolve(command[0] + ".log");
    var builder =
        new ProcessBuilder(command)
            .directory(INSTALLED.toFile())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile());
    builder.environment().putAll(environment);
    int exitCode = builder.start().waitFor();
    String printed = Files.readString(output);
    assertThat(exitCode).as("%s said:%n%s", List.of(command), printed).isZero();
    return printed;
  }

  /// Where the server is, for programs; over TLS its certificate is all they have to trust.
  static Map<String, String> environment(ServerProcess server, String scheme, Path directory)
      throws IOException {
    Map<String, String> environment = new HashMap<>();
    environment.put("ORRERY_ENDPOINT", endpoint(server, scheme));
    environment.put("ORRERY_KEY", server.ready("key"));
    if (scheme.equals("https")) {
      String pem =
          SqlHttp.owner(server).unsigned("GET", "/_explorer/emulator.pem", Map.of()).body();
      Path trusted = Files.writeString(directory.resolve("emulator.pem"), pem);
      environment.put("NODE_EXTRA_CA_CERTS", trusted.toString());
      environment.put("CURL_CA_BUNDLE", trusted.toString());
    }
    return environment;
  }

  private static String endpoint(ServerProcess server, String scheme) {
    return server.endpoint("sql").toString().replace("http:", scheme + ":");
  }
}
