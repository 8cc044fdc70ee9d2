// SPDX-License-Identifier: Apache-2.0
package io.orrery.server.settings;

import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.schema.FailsafeSchema;

/// Reads `orrery.yaml`. Every scalar is taken as the text that was written (YAML's own idea of
/// numbers and booleans would make `on`, `20GB` and `0x10` surprising), and every key has to be
/// known.
final class SettingsFile {
  private static final int MAX_BYTES = 1024 * 1024;

  private final Path path;
  private final List<String> known;
  private final Map<String, String> values = new LinkedHashMap<>();

  private SettingsFile(Path path, List<String> known) {
    this.path = path;
    this.known = known;
  }

  /// The texts in the file by the settings' names.
  static Map<String, String> read(Path path, List<Setting<?>> known) {
    var file = new SettingsFile(path, known.stream().<String>map(Setting::name).toList());
    file.collect("", file.load());
    return file.values;
  }

  private Map<?, ?> load() {
    try {
      if (Files.size(path) > MAX_BYTES) {
        throw refusal("is larger than 1MB.", null);
      }
      LoadSettings settings = LoadSettings.builder().setSchema(new FailsafeSchema()).build();
      Iterator<Object> documents =
          new Load(settings).loadAllFromString(Files.readString(path)).iterator();
      if (!documents.hasNext()) {
        return Map.of();
      }
      if (documents.next() instanceof Map<?, ?> map && !documents.hasNext()) {
        return map;
      }
      throw refusal("must hold lines of the form name: value.", null);
    } catch (NoSuchFileException e) {
      throw refusal("does not exist.", e);
    } catch (CharacterCodingException e) {
      throw refusal("is not UTF-8 text.", e);
    } catch (IOException e) {
      throw refusal("cannot be read: " + e.getMessage() + ".", e);
    } catch (YamlEngineException e) {
      throw refusal("is not valid YAML: " + oneLine(e.getMessage()) + ".", e);
    }
  }

  private void collect(String prefix, Map<?, ?> map) {
    map.forEach((key, value) -> collect(prefix + SettingName.ofFileKey(key + "").text(), value));
  }

  private void collect(String name, @Nullable Object value) {
    if (value instanceof Map<?, ?> group) {
      collect(name + ".", group);
    } else if (!known.contains(name)) {
      throw refusal(
          "has the unknown setting \"%s\"; did you mean %s?"
              .formatted(name, NearestName.among(known, name)),
          null);
    } else if (value instanceof String text) {
      values.put(name, text);
    } else {
      throw refusal("must give " + name + " one value, not a list.", null);
    }
  }

  private OrreryException refusal(String sentenceEnd, @Nullable Exception cause) {
    return new OrreryException(
        ErrorCode.INVALID_ARGUMENT, "The settings file " + path + " " + sentenceEnd, cause);
  }

  private static String oneLine(@Nullable String message) {
    return message == null ? "no details" : message.strip().replaceAll("\\s+", " ");
  }
}
