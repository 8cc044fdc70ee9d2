// SPDX-License-Identifier: Apache-2.0
package io.orrery.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.orrery.server.settings.KnownSettings;
import io.orrery.server.settings.Protocol;
import io.orrery.server.settings.SettingSources;
import io.orrery.server.settings.Settings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What each mode promises.
class ExposureTest {
  private static Settings settings(String... flags) {
    Map<String, String> given = new HashMap<>();
    for (int i = 0; i < flags.length; i += 2) {
      given.put(flags[i], flags[i + 1]);
    }
    return Settings.resolve(
        KnownSettings.all(), SettingSources.of(given, Map.of(), Optional.empty()));
  }

  @ParameterizedTest
  @ValueSource(strings = {"0.0.0.0", "::", "192.0.2.1", "10.0.0.1"})
  void developmentIsNotForOtherMachines(String host) {
    assertThat(Exposure.objection(settings("host", host)).orElse(""))
        .contains(host)
        .contains("--mode production");
    assertThat(Exposure.objection(settings("host", host, "mode", "production"))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"127.0.0.1", "127.0.0.2", "::1", "localhost"})
  void developmentIsForThisMachine(String host) {
    assertThat(Exposure.objection(settings("host", host))).isEmpty();
  }

  @Test
  void modesDifferInWhatNobodySaid() {
    Settings development = settings();
    assertThat(Exposure.objection(development)).isEmpty();
    assertThat(Exposure.host(development)).isEqualTo("127.0.0.1");
    assertThat(Exposure.protocol(development)).isEqualTo(Protocol.BOTH);
    Settings production = settings("mode", "production");
    assertThat(Exposure.host(production)).isEqualTo("0.0.0.0");
    assertThat(Exposure.protocol(production)).isEqualTo(Protocol.HTTPS);
    assertThat(production.value(KnownSettings.HEALTH_HOST)).isEqualTo("127.0.0.1");
    Settings told = settings("mode", "production", "protocol", "both", "healthHost", "0.0.0.0");
    assertThat(Exposure.protocol(told)).isEqualTo(Protocol.BOTH);
    assertThat(told.value(KnownSettings.HEALTH_HOST)).isEqualTo("0.0.0.0");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 31})
  void shortKeysAreRefused(int bytes, @TempDir Path directory) throws Exception {
    String file = keyFile(directory, bytes);
    for (String mode : new String[] {"development", "production"}) {
      assertThatThrownBy(() -> KeyFile.primaryKey(settings("keyFile", file, "mode", mode)))
          .hasMessageContaining("it needs 32");
    }
  }

  @Test
  void longKeysAreTaken(@TempDir Path directory) throws Exception {
    Settings settings = settings("keyFile", keyFile(directory, 32), "mode", "production");
    assertThat(KeyFile.primaryKey(settings).orElseThrow()).hasSize(32);
    assertThat(KeyFile.primaryKey(settings("mode", "production"))).isEmpty();
  }

  private static String keyFile(Path directory, int bytes) throws Exception {
    String key = Base64.getEncoder().encodeToString(new byte[bytes]);
    return Files.writeString(directory.resolve("key"), key).toString();
  }
}
