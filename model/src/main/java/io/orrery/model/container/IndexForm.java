// SPDX-License-Identifier: Apache-2.0
package io.orrery.model.container;

import io.orrery.model.OrreryException;
import io.orrery.model.encoding.ByteReader;
import io.orrery.model.encoding.ByteWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/// What the entries of a declared index are made of.
public sealed interface IndexForm {
  /// The name of no field.
  String NO_FIELD = "";

  /// The values at its paths.
  record Values() implements IndexForm {
    public static final Values PLAIN = new Values();
  }

  /// Paths and the values at them, of all paths that begin with one of some, or with none of them.
  ///
  /// @param paths as lists of names, put together with dots
  record EveryPath(List<String> paths, boolean including) implements IndexForm {
    public EveryPath {
      paths = List.copyOf(paths);
    }

    /// Whether a path has entries.
    public boolean covers(String path) {
      return paths.stream().anyMatch(each -> isAt(each, path)) == including;
    }

    /// Whether a path below this one may have entries.
    public boolean leadsOn(String path) {
      return covers(path) || (including && paths.stream().anyMatch(each -> isAt(path, each)));
    }

    private static boolean isAt(String outer, String path) {
      return outer.isEmpty() || path.equals(outer) || path.startsWith(outer + ".");
    }
  }

  /// The squares that the shapes at a path lie in.
  record Cells(List<String> path) implements IndexForm {
    public Cells {
      path = List.copyOf(path);
    }
  }

  /// The words of the texts at some paths.
  ///
  /// @param paths dotted, or `$**` for every text
  /// @param language whose endings words are compared without
  /// @param languageField where a document names a language of its own, or [#NO_FIELD]
  record Words(List<String> paths, String language, String languageField) implements IndexForm {
    public Words {
      paths = List.copyOf(paths);
    }
  }

  default void write(ByteWriter out) {
    switch (this) {
      case Values _ -> out.writeByte(0);
      case EveryPath(List<String> paths, boolean including) -> {
        out.writeByte(1).writeByte(including ? 1 : 0);
        write(out, paths);
      }
      case Cells(List<String> path) -> {
        out.writeByte(2);
        write(out, path);
      }
      case Words(List<String> paths, String language, String languageField) -> {
        out.writeByte(3);
        write(out, List.of(language, languageField));
        write(out, paths);
      }
    }
  }

  private static void write(ByteWriter out, List<String> texts) {
    out.writeVarint(texts.size());
    texts.forEach(each -> out.writeBlock(each.getBytes(StandardCharsets.UTF_8)));
  }

  static IndexForm read(ByteReader in) {
    return switch (in.readByte()) {
      case 0 -> Values.PLAIN;
      case 1 -> {
        boolean including = in.readByte() != 0;
        yield new EveryPath(texts(in), including);
      }
      case 2 -> new Cells(texts(in));
      case 3 -> {
        List<String> language = texts(in);
        yield switch (language.size()) {
          // As builds wrote it that did not look for a document's own language.
          case 1 -> new Words(texts(in), language.getFirst(), NO_FIELD);
          case 2 -> new Words(texts(in), language.getFirst(), language.getLast());
          default -> throw OrreryException.corrupted("a text index of another form");
        };
      }
      default -> throw OrreryException.corrupted("an index of another form");
    };
  }

  private static List<String> texts(ByteReader in) {
    List<String> texts = new ArrayList<>();
    for (int left = in.readLength(); left > 0; left--) {
      texts.add(new String(in.readBlock(), StandardCharsets.UTF_8));
    }
    return texts;
  }
}
