// SPDX-License-Identifier: Apache-2.0
package io.orrery.tests.crash;

import java.util.ArrayList;
import java.util.List;

/// What a writer is about to do, as a line of text that reaches the parent before it is begun.
///
/// @param writer one writer does one thing after the other, on keys nobody else touches
record Intent(int writer, Kind kind, List<Effect> effects) {

  enum Kind {
    UPSERT,
    CREATE,
    MODIFY,
    DELETE,
    BATCH,
    DELETE_KEY,
    /// An upsert into a container that may not be there.
    FILL,
    MAKE_CONTAINER,
    DROP_CONTAINER,
    REINDEX,
    SPLIT;

    /// Kills are aimed at these.
    boolean isStructural() {
      return switch (this) {
        case DELETE_KEY, MAKE_CONTAINER, DROP_CONTAINER, REINDEX, SPLIT -> true;
        case UPSERT, CREATE, MODIFY, DELETE, BATCH, FILL -> false;
      };
    }
  }

  /// What changes if the intent is carried out.
  sealed interface Effect {

    /// Items `first` … `first + count - 1` of a logical partition get the numbers `number` and up.
    ///
    /// @param livesUntilMillis not before then they may expire; 0 if they never do
    record Put(
        String container, String key, int first, int count, long number, long livesUntilMillis)
        implements Effect {}

    record Delete(String container, String key, int id) implements Effect {}

    record DeleteKey(String container, String key) implements Effect {}

    record MakeContainer(String container) implements Effect {}

    record DropContainer(String container) implements Effect {}

    /// A container gets one of the known indexing policies.
    record Reindex(String container, int policy) implements Effect {}
  }

  String line() {
    StringBuilder text = new StringBuilder("I ").append(writer).append(' ').append(kind);
    for (Effect effect : effects) {
      text.append(' ').append(text(effect));
    }
    return text.toString();
  }

  private static String text(Effect effect) {
    return switch (effect) {
      case Effect.Put(var container, var key, int first, int count, long number, long until) ->
          "put,%s,%s,%d,%d,%d,%d".formatted(container, key, first, count, number, until);
      case Effect.Delete(var container, var key, int id) ->
          "delete,%s,%s,%d".formatted(container, key, id);
      case Effect.DeleteKey(var container, var key) -> "deletekey,%s,%s".formatted(container, key);
      case Effect.MakeContainer(var container) -> "make," + container;
      case Effect.DropContainer(var container) -> "drop," + container;
      case Effect.Reindex(var container, int policy) ->
          "reindex,%s,%d".formatted(container, policy);
    };
  }

  static Intent parse(String line) {
    String[] words = line.split(" ", -1);
    List<Effect> effects = new ArrayList<>();
    for (int i = 3; i < words.length; i++) {
      effects.add(effect(words[i].split(",", -1)));
    }
    return new Intent(Integer.parseInt(words[1]), Kind.valueOf(words[2]), effects);
  }

  private static Effect effect(String[] parts) {
    return switch (parts[0]) {
      case "put" ->
          new Effect.Put(
              parts[1],
              parts[2],
              Integer.parseInt(parts[3]),
              Integer.parseInt(parts[4]),
              Long.parseLong(parts[5]),
              Long.parseLong(parts[6]));
      case "delete" -> new Effect.Delete(parts[1], parts[2], Integer.parseInt(parts[3]));
      case "deletekey" -> new Effect.DeleteKey(parts[1], parts[2]);
      case "make" -> new Effect.MakeContainer(parts[1]);
      case "drop" -> new Effect.DropContainer(parts[1]);
      case "reindex" -> new Effect.Reindex(parts[1], Integer.parseInt(parts[2]));
      default -> throw new IllegalArgumentException(parts[0]);
    };
  }
}
