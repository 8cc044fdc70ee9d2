// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.sql.items.patch;

import io.orrery.api.sql.protocol.Refusals;
import java.util.ArrayList;
import java.util.List;

/// Where a step of a patch applies: names and array indexes, in the notation of JSON pointers.
record PatchPath(List<String> segments) {
  private static final int SEGMENTS_MAX = 128;

  PatchPath {
    segments = List.copyOf(segments);
  }

  /// Fails with INVALID_ARGUMENT.
  static PatchPath parse(String text) {
    if (!text.startsWith("/") || text.length() == 1) {
      throw Refusals.invalid("The path '%s' of a patch must be like /a/b.".formatted(text));
    }
    List<String> segments = new ArrayList<>();
    for (String segment : text.substring(1).split("/", -1)) {
      // A pointer escapes the slash as ~1 and the tilde itself as ~0, to be undone in this order.
      segments.add(segment.replace("~1", "/").replace("~0", "~"));
    }
    if (segments.contains("") || segments.size() > SEGMENTS_MAX) {
      throw Refusals.invalid(
          "The path '%s' of a patch has an empty segment, or too many.".formatted(text));
    }
    return new PatchPath(segments);
  }

  /// Whether this leads to the same place as the other path, or through it.
  boolean startsWith(List<String> other) {
    return segments.size() >= other.size() && segments.subList(0, other.size()).equals(other);
  }

  @Override
  public String toString() {
    return "/" + String.join("/", segments);
  }
}
