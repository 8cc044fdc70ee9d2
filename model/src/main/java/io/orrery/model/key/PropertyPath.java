// SPDX-License-Identifier: Apache-2.0
package io.orrery.model.key;

import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import io.orrery.model.item.StoredCursor;
import io.orrery.model.value.Value;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The way to one property of an item: `/department`, `/properties/name`, `/"Department name"`.
/// Used for partition keys, unique keys and composite indexes; there are no wildcards in it.
public final class PropertyPath {
  private final List<String> segments;
  private final String text;

  /// The segments as stored items hold names, so that finding a property converts nothing.
  private final byte[][] names;

  private PropertyPath(List<String> segments) {
    this.segments = List.copyOf(segments);
    StringBuilder canonical = new StringBuilder();
    segments.forEach(segment -> PathScanner.append(canonical, segment));
    this.text = PathScanner.requireCanonical(canonical);
    this.names =
        segments.stream()
            .map(segment -> segment.getBytes(StandardCharsets.UTF_8))
            .toArray(byte[][]::new);
  }

  /// Reads the text form; fails with INVALID_ARGUMENT and the reason.
  public static PropertyPath parse(String text) {
    PathScanner scanner = new PathScanner(text);
    List<String> segments = new ArrayList<>();
    while (!scanner.atEnd()) {
      scanner.slash();
      if (scanner.take("*") || scanner.take("?") || scanner.take("[]")) {
        throw scanner.refuse("it names one property, wildcards are not allowed");
      }
      segments.add(scanner.name());
      if (segments.size() > PathScanner.MAX_SEGMENTS) {
        throw scanner.refuse("it is deeper than " + PathScanner.MAX_SEGMENTS + " levels");
      }
    }
    return new PropertyPath(segments);
  }

  /// The path with these names, whatever characters they have.
  public static PropertyPath of(String... segments) {
    if (segments.length == 0) {
      throw new OrreryException(ErrorCode.INVALID_ARGUMENT, "A path needs at least one segment.");
    }
    StringBuilder text = new StringBuilder();
    for (String segment : segments) {
      PathScanner.append(text, segment);
    }
    return parse(text.toString());
  }

  public List<String> segments() {
    return segments;
  }

  public int depth() {
    return names.length;
  }

  /// One segment in UTF-8, shared: do not change it.
  public byte[] name(int level) {
    return names[level];
  }

  /// Moves a cursor that stands on an item to the property at this path; false if there is none,
  /// and the cursor then stands anywhere.
  public boolean seek(StoredCursor cursor) {
    for (byte[] name : names) {
      if (cursor.kind() != Value.Kind.OBJECT || !member(cursor, name)) {
        return false;
      }
    }
    return true;
  }

  private static boolean member(StoredCursor cursor, byte[] name) {
    cursor.enter();
    while (cursor.next()) {
      if (cursor.nameIs(name)) {
        return true;
      }
    }
    return false;
  }

  /// Whether an index calls the property by these segments.
  public boolean leadsTo(List<IndexPath.Segment> indexed) {
    if (indexed.size() != segments.size()) {
      return false;
    }
    for (int i = 0; i < indexed.size(); i++) {
      if (!(indexed.get(i) instanceof IndexPath.Name(String name))
          || !name.equals(segments.get(i))) {
        return false;
      }
    }
    return true;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof PropertyPath that && segments.equals(that.segments);
  }

  @Override
  public int hashCode() {
    return segments.hashCode();
  }

  /// The canonical text: quotes only where they are needed. [#parse(String)] reads it back.
  @Override
  public String toString() {
    return text;
  }
}
