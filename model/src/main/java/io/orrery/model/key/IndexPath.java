// SPDX-License-Identifier: Apache-2.0
package io.orrery.model.key;

import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import java.util.ArrayList;
import java.util.List;

/// A path of an indexing policy, included or excluded: `/*`, `/name/?`, `/tags/[]/?`, `/"_etag"/?`.
///
/// It ends with the values it covers: `?` the scalar at its end, `*` everything below it.
public record IndexPath(List<Segment> segments, Ending ending) {

  /// Everything in an item.
  public static final IndexPath ALL = new IndexPath(List.of(), Ending.SUBTREE);

  public sealed interface Segment {}

  /// A property.
  public record Name(String value) implements Segment {
    public Name {
      if (value.isEmpty()) {
        throw new OrreryException(ErrorCode.INVALID_ARGUMENT, "A name in a path is empty.");
      }
    }
  }

  /// All elements of an array, written `[]`.
  public enum Elements implements Segment {
    ALL
  }

  public enum Ending {
    /// `?`
    SCALAR("?"),
    /// `*`
    SUBTREE("*");

    private final String symbol;

    Ending(String symbol) {
      this.symbol = symbol;
    }
  }

  public IndexPath {
    segments = List.copyOf(segments);
    if (segments.size() > PathScanner.MAX_SEGMENTS) {
      throw new OrreryException(
          ErrorCode.INVALID_ARGUMENT,
          "An index path is deeper than " + PathScanner.MAX_SEGMENTS + " levels.");
    }
    PathScanner.requireCanonical(canonical(segments, ending));
  }

  /// Reads the text form; fails with INVALID_ARGUMENT and the reason.
  public static IndexPath parse(String text) {
    PathScanner scanner = new PathScanner(text);
    List<Segment> segments = new ArrayList<>();
    while (!scanner.atEnd()) {
      scanner.slash();
      for (Ending ending : Ending.values()) {
        if (scanner.take(ending.symbol)) {
          if (!scanner.atEnd()) {
            throw scanner.refuse("'" + ending.symbol + "' stands before its end");
          }
          return new IndexPath(segments, ending);
        }
      }
      segments.add(scanner.take("[]") ? Elements.ALL : new Name(scanner.name()));
    }
    throw scanner.refuse("it does not end with /? (a scalar) or /* (everything below)");
  }

  /// The canonical text: quotes only where they are needed. [#parse(String)] reads it back.
  @Override
  public String toString() {
    return canonical(segments, ending).toString();
  }

  private static StringBuilder canonical(List<Segment> segments, Ending ending) {
    StringBuilder text = new StringBuilder();
    for (Segment segment : segments) {
      switch (segment) {
        case Name(String value) -> PathScanner.append(text, value);
        case Elements.ALL -> text.append("/[]");
      }
    }
    return text.append('/').append(ending.symbol);
  }
}
