// SPDX-License-Identifier: Apache-2.0
package io.orrery.server.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.orrery.model.ErrorCode;
import io.orrery.model.Limits;
import io.orrery.model.OrreryException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SettingsTest {
  @TempDir private Path directory;

  private static Settings resolve(Map<String, String> flags, Map<String, String> environment) {
    return resolve(flags, environment, Optional.empty());
  }

  private static Settings resolve(
      Map<String, String> flags, Map<String, String> environment, Optional<Path> file) {
    return Settings.resolve(KnownSettings.all(), SettingSources.of(flags, environment, file));
  }

  private Settings resolveFile(String yaml) throws IOException {
    return resolve(Map.of(), Map.of(), Optional.of(file(yaml)));
  }

  private Path file(String yaml) throws IOException {
    return Files.writeString(directory.resolve("orrery.yaml"), yaml);
  }

  private static Settings.Line line(Settings settings, String name) {
    return settings.describe().stream()
        .filter(line -> line.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void secretsAreNotShown() {
    Settings settings = resolve(Map.of("certSecret", "hunter2"), Map.of());
    assertThat(settings.value(KnownSettings.CERTIFICATE_SECRET)).isEqualTo("hunter2");
    assertThat(line(settings, "certSecret").value()).isEqualTo("********");
  }

  @Test
  void defaultsAreThoseOfTheTable() {
    Settings settings = resolve(Map.of(), Map.of());
    assertThat(settings.value(KnownSettings.MODE)).isEqualTo(Mode.DEVELOPMENT);
    assertThat(settings.value(KnownSettings.DATA_PATH)).isEqualTo(Path.of("./data"));
    assertThat(settings.value(KnownSettings.HEALTH_PORT)).isEqualTo(8080);
    assertThat(settings.find(KnownSettings.READY_FILE)).isEmpty();
    assertThat(settings.value(KnownSettings.THROTTLING)).isTrue();
    assertThat(KnownSettings.limits(settings)).isEqualTo(Limits.DEFAULT);
    assertThat(settings.describe()).allMatch(line -> line.source() == SettingSource.DEFAULT);
  }

  @Test
  void portHasItsNameAndThoseOfOthers() throws IOException {
    assertThat(resolveFile("apis: { sql: 1 }").value(KnownSettings.SQL_PORT)).contains(1);
    assertThat(resolveFile("port: 2").value(KnownSettings.SQL_PORT)).contains(2);
    Map<String, String> own = Map.of("ORRERY_APIS_SQL", "3", "PORT", "4");
    assertThat(resolve(Map.of(), own).value(KnownSettings.SQL_PORT)).contains(3);
    Map<String, String> cluster = Map.of("ORRERY_PORT", "tcp://10.0.0.1:8081", "PORT", "4");
    assertThat(resolve(Map.of(), cluster).value(KnownSettings.SQL_PORT)).contains(4);
    assertThat(resolveFile("apis: { sql: off }").value(KnownSettings.SQL_PORT)).isEmpty();
    assertThat(KnownSettings.SQL_PORT.flags()).containsExactly("--apis.sql", "--port");
  }

  @Test
  void eachSourceGoesBeforeTheNext() throws IOException {
    Map<String, String> flags = Map.of("dataPath", "flag");
    Map<String, String> both = Map.of("ORRERY_DATA_PATH", "variable", "DATA_PATH", "compatible");
    Map<String, String> compatible = Map.of("DATA_PATH", "compatible");
    Optional<Path> file = Optional.of(file("dataPath: file"));

    assertThat(line(resolve(flags, both, file), "dataPath"))
        .isEqualTo(
            new Settings.Line("dataPath", "flag", SettingSource.COMMAND_LINE, "--data-path"));
    assertThat(line(resolve(Map.of(), both, file), "dataPath").value()).isEqualTo("variable");
    assertThat(line(resolve(Map.of(), compatible, file), "dataPath").source())
        .isEqualTo(SettingSource.COMPATIBILITY);
    assertThat(line(resolve(Map.of(), Map.of(), file), "dataPath").value()).isEqualTo("file");
  }

  @Test
  void everyLimitIsASetting() {
    assertThat(KnownSettings.all())
        .extracting(Setting::name)
        .containsAll(Limits.names().stream().map(name -> "limits." + name).toList());
    Settings settings =
        resolve(
            Map.of("limits.physicalPartitionBytes", "2MB"),
            Map.of("ORRERY_LIMITS_LOGICAL_PARTITION_BYTES", "512KB"));
    Limits limits = KnownSettings.limits(settings);
    assertThat(limits.physicalPartitionBytes()).isEqualTo(2L << 20);
    assertThat(limits.logicalPartitionBytes()).isEqualTo(512L << 10);
    assertThat(limits.batchOperations()).isEqualTo(100);
  }

  @Test
  void fileHasGroupsSwitchesAndBothSpellings() throws IOException {
    Settings settings =
        resolveFile(
            """
            # a comment
            mode: production
            in-memory: true
            throttling: off
            limits: { logicalPartitionBytes: 20GB, physical-partition-ru: 5000 }
            """);
    assertThat(settings.value(KnownSettings.MODE)).isEqualTo(Mode.PRODUCTION);
    assertThat(settings.value(KnownSettings.IN_MEMORY)).isTrue();
    assertThat(settings.value(KnownSettings.THROTTLING)).isFalse();
    assertThat(KnownSettings.limits(settings).physicalPartitionRu()).isEqualTo(5000);
  }

  @Test
  void fileMayBeEmpty() throws IOException {
    assertThat(resolveFile("# nothing\n").describe())
        .allMatch(line -> line.source() == SettingSource.DEFAULT);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "healthport: 1       | unknown setting \"healthport\"; did you mean healthPort?",
        "limits: {itemByte: 1} | unknown setting \"limits.itemByte\"; did you mean"
            + " limits.itemBytes?",
        "healthPort: abc     | healthPort in FILE is \"abc\", but it must be a port from 0",
        "healthPort: 65536   | but it must be a port from 0",
        "healthPort: [1]     | must give healthPort one value, not a list.",
        "healthPort:         | healthPort in FILE is \"\", but",
        "mode: fast          | but it must be one of development, production.",
        "throttling: maybe   | but it must be on or off.",
        "store: {memtableBytes: 1XB} | but it must be a size such as 512KB, 2MB or 20GB.",
        "limits: {itemBytes: 9999999999TB} | but it must be a size",
        "- a                 | must hold lines of the form name: value.",
        "{mode: development  | is not valid YAML"
      })
  void wrongFileIsExplainedInOneSentence(String yaml, String sentence) {
    assertThatExceptionOfType(OrreryException.class)
        .isThrownBy(() -> resolveFile(yaml))
        .withMessageContaining(
            sentence.replace("FILE", directory.resolve("orrery.yaml").toString()))
        .withMessageNotContaining("\n")
        .extracting(OrreryException::code)
        .isEqualTo(ErrorCode.INVALID_ARGUMENT);
  }

  @Test
  void namedFileMustExist() {
    Map<String, String> environment = Map.of("ORRERY_CONFIG", directory + "/none.yaml");
    assertThatExceptionOfType(OrreryException.class)
        .isThrownBy(() -> resolve(Map.of(), environment))
        .withMessageEndingWith("none.yaml does not exist.");
  }

  @Test
  void wrongCompatibilityValueIsOnlyAWarning() {
    Settings settings = resolve(Map.of(), Map.of("LOG_LEVEL", "None"));
    assertThat(settings.value(KnownSettings.LOG_LEVEL)).isEqualTo(LogLevel.WARN);
    assertThat(settings.warnings())
        .singleElement()
        .asString()
        .startsWith("LOG_LEVEL is \"None\", but it must be one of quiet");
  }

  @Test
  void unknownVariableOfOursIsOnlyAWarning() {
    Settings settings = resolve(Map.of(), Map.of("ORRERY_HEALTH_PROT", "1", "OTHER", "2"));
    assertThat(settings.warnings())
        .containsExactly(
            "The environment variable ORRERY_HEALTH_PROT is unknown and ignored; did you mean"
                + " ORRERY_HEALTH_PORT?");
  }

  @Test
  void impossibleLimitIsRefused() {
    Settings settings = resolve(Map.of("limits.itemBytes", "0"), Map.of());
    assertThatExceptionOfType(OrreryException.class)
        .isThrownBy(() -> KnownSettings.limits(settings))
        .withMessageContaining("itemBytes");
  }

  /// Noise and damaged YAML end in an error of ours or in settings, nothing else.
  @Test
  void randomFilesNeverHurt() throws IOException {
    long seed = RandomGenerator.getDefault().nextLong();
    RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
    String letters = "aA0:,-{}[]&*!|>'\"%@`#?\n\n  \tlimits.healthPort: 5\u0000é\uD83D";
    for (int round = 0; round < 2000; round++) {
      var text = new StringBuilder();
      for (int i = random.nextInt(60); i >= 0; i--) {
        text.append(letters.charAt(random.nextInt(letters.length())));
      }
      byte[] bytes = text.toString().getBytes(java.nio.charset.StandardCharsets.UTF_8);
      if (round % 4 == 0) {
        random.nextBytes(bytes);
      }
      Path file = Files.write(directory.resolve("orrery.yaml"), bytes);
      try {
        resolve(Map.of(), Map.of(), Optional.of(file));
      } catch (OrreryException e) {
        assertThat(e.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT);
      } catch (RuntimeException | StackOverflowError e) {
        throw new AssertionError("seed " + seed + ", round " + round + ": " + text, e);
      }
    }
  }

  @Test
  void deeplyNestedFileIsRefused() {
    String deep = "[".repeat(100_000);
    assertThatExceptionOfType(OrreryException.class).isThrownBy(() -> resolveFile("a: " + deep));
    assertThatExceptionOfType(OrreryException.class)
        .isThrownBy(() -> resolveFile("{a: ".repeat(20_000) + "}".repeat(20_000)));
  }
}
