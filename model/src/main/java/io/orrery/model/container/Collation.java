// SPDX-License-Identifier: Apache-2.0
package io.orrery.model.container;

import io.orrery.model.OrreryException;
import io.orrery.model.encoding.ByteReader;
import io.orrery.model.encoding.ByteWriter;
import java.nio.charset.StandardCharsets;

/// How texts compare, as data: by their bytes, or by the rules of a language. What these rules make
/// of a text is computed elsewhere (`plan` `collation`).
///
/// @param locale whose rules, as ICU names it; [#SIMPLE] has none
/// @param strength which differences count: 1 letters, 2 accents, 3 case, 4 punctuation, 5 all
/// @param caseLevel whether case counts although accents may not
/// @param caseFirst which of two texts comes first that differ only in case
/// @param numericOrdering whether digits compare as the numbers they are
/// @param shifted whether spaces and punctuation count less than everything else
/// @param spacesOnly whether only spaces are what is shifted
/// @param normalization whether texts are normalised first
/// @param backwards whether accents compare from the end on
public record Collation(
    String locale,
    int strength,
    boolean caseLevel,
    CaseFirst caseFirst,
    boolean numericOrdering,
    boolean shifted,
    boolean spacesOnly,
    boolean normalization,
    boolean backwards) {

  /// Which case comes first.
  public enum CaseFirst {
    OFF(0),
    UPPER(1),
    LOWER(2);

    private final int code;

    CaseFirst(int code) {
      this.code = code;
    }

    private static CaseFirst of(int code) {
      return switch (code) {
        case 0 -> OFF;
        case 1 -> UPPER;
        case 2 -> LOWER;
        default -> throw OrreryException.corrupted("a collation that begins with no known case");
      };
    }
  }

  /// Texts compare by their bytes.
  public static final Collation SIMPLE =
      new Collation("simple", 3, false, CaseFirst.OFF, false, false, false, false, false);

  private static final int STRENGTH_MAX = 5;
  private static final int CASE_LEVEL = 1;
  private static final int NUMERIC = 2;
  private static final int SHIFTED = 4;
  private static final int SPACES = 8;
  private static final int NORMALIZED = 16;
  private static final int BACKWARDS = 32;

  public Collation {
    if (strength < 1 || strength > STRENGTH_MAX) {
      throw new IllegalArgumentException("strength " + strength);
    }
  }

  public boolean isSimple() {
    return locale.equals(SIMPLE.locale);
  }

  public void write(ByteWriter out) {
    int flags =
        (caseLevel ? CASE_LEVEL : 0)
            | (numericOrdering ? NUMERIC : 0)
            | (shifted ? SHIFTED : 0)
            | (spacesOnly ? SPACES : 0)
            | (normalization ? NORMALIZED : 0)
            | (backwards ? BACKWARDS : 0);
    out.writeBlock(locale.getBytes(StandardCharsets.UTF_8))
        .writeByte(strength)
        .writeByte(caseFirst.code)
        .writeByte(flags);
  }

  public static Collation read(ByteReader in) {
    String locale = new String(in.readBlock(), StandardCharsets.UTF_8);
    int strength = in.readByte();
    int first = in.readByte();
    int flags = in.readByte();
    if (strength < 1 || strength > STRENGTH_MAX) {
      throw OrreryException.corrupted("a collation of strength %d".formatted(strength));
    }
    return new Collation(
        locale,
        strength,
        (flags & CASE_LEVEL) != 0,
        CaseFirst.of(first),
        (flags & NUMERIC) != 0,
        (flags & SHIFTED) != 0,
        (flags & SPACES) != 0,
        (flags & NORMALIZED) != 0,
        (flags & BACKWARDS) != 0);
  }
}
