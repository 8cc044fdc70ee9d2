// SPDX-License-Identifier: Apache-2.0
package io.orrery.plan.derive;

import io.orrery.model.value.Value;
import java.util.List;

/// The texts of an item that a search looks at.
public final class TextFields {
  /// Stands for every text there is.
  public static final String EVERYTHING = "$**";

  private TextFields() {}

  /// Takes a text and the path it was found by.
  public interface TextSink {
    void text(String path, String text);
  }

  /// Gives each text that some paths lead to.
  ///
  /// @param paths dotted, or [#EVERYTHING]
  public static void each(Value item, List<String> paths, TextSink sink) {
    for (String path : paths) {
      if (path.equals(EVERYTHING)) {
        everything(item, sink);
      } else {
        at(item, List.of(path.split("\\.", -1)), 0, path, sink);
      }
    }
  }

  private static void everything(Value value, TextSink sink) {
    switch (value) {
      case Value.Text(String text) -> sink.text(EVERYTHING, text);
      case Value.Document document ->
          document.properties().values().forEach(each -> everything(each, sink));
      case Value.Array(List<Value> elements) -> elements.forEach(each -> everything(each, sink));
      case Value _ -> {
        // Has no words.
      }
    }
  }

  private static void at(Value value, List<String> names, int at, String path, TextSink sink) {
    switch (value) {
      case Value.Text(String text) when at == names.size() -> sink.text(path, text);
      case Value.Array(List<Value> elements) ->
          elements.stream()
              .filter(each -> !(each instanceof Value.Array))
              .forEach(each -> at(each, names, at, path, sink));
      case Value.Document document when at < names.size() ->
          at(document.property(names.get(at)), names, at + 1, path, sink);
      case Value _ -> {
        // Has no words, or leads nowhere.
      }
    }
  }
}
