// SPDX-License-Identifier: Apache-2.0
package io.orrery.server.settings;

import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/// Reads `orrery.yaml`. Every scalar is taken as the text that was written (YAML's own idea of
/// numbers and booleans would make `on`, `20GB` and `0x10` surprising), and every key has to be
/// known.
///
/// Works on the parser's events, since the library's trees are built by recursion as deep as the
/// file likes.
final class SettingsFile {
  private static final int BYTES_MAX = 1024 * 1024;
  private static final int DEPTH_MAX = 8;
  private static final String FORM = "must hold lines of the form name: value.";

  private final Path path;
  private final List<String> known;
  private final Map<String, String> values = new LinkedHashMap<>();

  /// The names of the open groups, each with its dot; the innermost first.
  private final Deque<String> groups = new ArrayDeque<>();

  private @Nullable String key;

  private SettingsFile(Path path, List<String> known) {
    this.path = path;
    this.known = known;
  }

  /// The texts in the file by the settings' names.
  static Map<String, String> read(Path path, List<Setting<?>> known) {
    var file =
        new SettingsFile(
            path, known.stream().flatMap(setting -> setting.names().stream()).toList());
    try {
      file.parse(file.text());
    } catch (YamlEngineException e) {
      throw file.refusal("is not valid YAML: " + oneLine(e.getMessage()) + ".", e);
    }
    return file.values;
  }

  private String text() {
    try {
      if (Files.size(path) > BYTES_MAX) {
        throw refusal("is larger than 1MB.", null);
      }
      return Files.readString(path);
    } catch (NoSuchFileException e) {
      throw refusal("does not exist.", e);
    } catch (CharacterCodingException e) {
      throw refusal("is not UTF-8 text.", e);
    } catch (IOException e) {
      throw refusal("cannot be read: " + e.getMessage() + ".", e);
    }
  }

  private void parse(String text) {
    for (Event event : new Parse(LoadSettings.builder().build()).parseString(text)) {
      switch (event.getEventId()) {
        case MappingStart -> openGroup();
        case MappingEnd -> groups.pop();
        case Scalar -> take(((ScalarEvent) event).getValue());
        case SequenceStart ->
            throw key == null
                ? refusal(FORM, null)
                : refusal("must give " + name(key) + " one value, not a list.", null);
        case Alias -> throw refusal("must not use aliases.", null);
        case DocumentEnd, DocumentStart, StreamStart, StreamEnd, SequenceEnd, Comment -> {}
      }
    }
  }

  private void openGroup() {
    if (groups.isEmpty()) {
      groups.push("");
    } else if (key == null || groups.size() == DEPTH_MAX) {
      throw refusal(FORM, null);
    } else {
      groups.push(name(key) + ".");
      key = null;
    }
  }

  private void take(String scalar) {
    if (groups.isEmpty()) {
      throw refusal(FORM, null);
    }
    if (key == null) {
      key = scalar;
      return;
    }
    String name = name(key);
    if (!known.contains(name)) {
      String nearest = NearestName.among(known, name);
      throw refusal(
          "has the unknown setting \"%s\"; did you mean %s?".formatted(oneLine(name), nearest),
          null);
    }
    values.put(name, scalar);
    key = null;
  }

  private String name(String ofKey) {
    return groups.element() + SettingName.ofFileKey(ofKey).text();
  }

  private OrreryException refusal(String sentenceEnd, @Nullable Exception cause) {
    return new OrreryException(
        ErrorCode.INVALID_ARGUMENT, "The settings file " + path + " " + sentenceEnd, cause);
  }

  private static String oneLine(@Nullable String message) {
    return message == null ? "no details" : message.strip().replaceAll("\\s+", " ");
  }
}
