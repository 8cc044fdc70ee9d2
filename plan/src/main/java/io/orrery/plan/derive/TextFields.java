// SPDX-License-Identifier: Apache-2.0
package io.orrery.plan.derive;

import io.orrery.model.value.Value;
import java.util.List;

/// The texts of an item that a search looks at.
public final class TextFields {
  /// Stands for every text there is.
  public static final String EVERYTHING = "$**";

  private final TextLanguage languages;
  private final TextSink sink;

  private TextFields(TextLanguage languages, TextSink sink) {
    this.languages = languages;
    this.sink = sink;
  }

  /// Takes what is found.
  public interface TextSink {
    /// A text.
    ///
    /// @param path that it was found by
    void text(String path, String text, String language);

    /// A document on the way names a language of its own, known or not.
    default void language(Value named) {}
  }

  /// Gives each text that some paths lead to.
  ///
  /// @param paths dotted, or [#EVERYTHING]
  public static void each(Value item, List<String> paths, TextLanguage languages, TextSink sink) {
    TextFields fields = new TextFields(languages, sink);
    for (String path : paths) {
      if (path.equals(EVERYTHING)) {
        fields.everything(item, languages.usual());
      } else {
        fields.at(item, new Place(path, List.of(path.split("\\.", -1)), 0), languages.usual());
      }
    }
  }

  /// The name of a language is no text to be found, unless its path is asked for.
  private void everything(Value value, String around) {
    switch (value) {
      case Value.Text(String text) -> sink.text(EVERYTHING, text, around);
      case Value.Document document -> {
        String language = entered(document, around);
        document
            .properties()
            .forEach(
                (name, each) -> {
                  if (!name.equals(languages.field())) {
                    everything(each, language);
                  }
                });
      }
      case Value.Array(List<Value> elements) -> elements.forEach(each -> everything(each, around));
      case Value _ -> {
        // Has no words.
      }
    }
  }

  private String entered(Value.Document document, String around) {
    if (document.properties().containsKey(languages.field())) {
      sink.language(document.property(languages.field()));
    }
    return languages.of(document, around);
  }

  /// How far a path was followed.
  private record Place(String path, List<String> names, int at) {
    boolean isEnd() {
      return at == names.size();
    }

    Place next() {
      return new Place(path, names, at + 1);
    }
  }

  private void at(Value value, Place place, String around) {
    switch (value) {
      case Value.Text(String text) when place.isEnd() -> sink.text(place.path(), text, around);
      case Value.Array(List<Value> elements) ->
          elements.stream()
              .filter(each -> !(each instanceof Value.Array))
              .forEach(each -> at(each, place, around));
      case Value.Document document when !place.isEnd() ->
          at(
              document.property(place.names().get(place.at())),
              place.next(),
              entered(document, around));
      case Value _ -> {
        // Has no words, or leads nowhere.
      }
    }
  }
}
