// SPDX-License-Identifier: Apache-2.0
package io.orrery.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.server.settings.KnownSettings;
import io.orrery.server.settings.Settings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/// What is understood without picocli is understood as picocli would.
class ServeArgumentsTest {
  @TempDir private static Path directory;

  static Stream<String> plain() {
    return Stream.of(
        "serve",
        "serve --port 0",
        "serve --port=0 --health-port 0",
        "serve --throttling off --data-path some/where --ready-file ready.json",
        "serve --throttling --port 0",
        "serve --port 0 --throttling",
        "serve --native-ports --log-level debug",
        "serve --data-path a=b",
        "serve --config FILE --port 0");
  }

  @ParameterizedTest
  @MethodSource("plain")
  void understoodAsPicocliDoes(String line) throws Exception {
    Path file = Files.writeString(directory.resolve("settings.yaml"), "throttling: off\n");
    List<String> arguments = words(line.replace("FILE", file.toString()));
    Settings plain = ServeArguments.settings(arguments, Map.of()).orElseThrow();
    assertThat(plain.describe()).isEqualTo(byPicocli(arguments).describe());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "--help",
        "doctor --port 0",
        "serve --help",
        "serve -h",
        "serve --unknown 1",
        "serve --port",
        "serve --port=",
        "serve --port 0 --port 1",
        "serve --port -1",
        "serve --port many",
        "serve --config no-such-file.yaml",
        "serve --config",
        "serve 8081",
        "serve --host 0.0.0.0"
      })
  void leftToPicocli(String line) {
    assertThat(ServeArguments.settings(words(line), Map.of())).isEmpty();
  }

  @Test
  void whatTheEnvironmentSaysCounts() {
    Map<String, String> environment = Map.of(KnownSettings.SQL_PORT.variable(), "4711");
    Settings settings = ServeArguments.settings(List.of("serve"), environment).orElseThrow();
    assertThat(settings.value(KnownSettings.SQL_PORT)).contains(4711);
  }

  private static List<String> words(String line) {
    return line.isEmpty() ? List.of() : Arrays.asList(line.split(" "));
  }

  private static Settings byPicocli(List<String> arguments) {
    CommandLine program = CommandTree.commandLine(Transport.direct());
    CommandLine.ParseResult parsed = program.parseArgs(arguments.toArray(String[]::new));
    return SettingOptions.resolve(parsed.subcommand(), Map.of());
  }
}
