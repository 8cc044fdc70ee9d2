// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway;

import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/// How far a client has seen each partition, by ordinal: the LSN. Whoever serves it next must have
/// come as far. The children of a split go on counting where their parent ended, so what a token
/// says about a parent holds for them.
///
/// The text form is `ordinal:lsn`, several joined by commas.
public final class SessionToken {
  public static final SessionToken NONE = new SessionToken(new int[0], new long[0]);

  private static final int TEXT_LENGTH_MAX = 1 << 20;

  /// Ascending.
  private final int[] ordinals;

  private final long[] lsns;

  private SessionToken(int[] ordinals, long[] lsns) {
    this.ordinals = ordinals;
    this.lsns = lsns;
  }

  public static SessionToken of(int ordinal, long lsn) {
    return new SessionToken(new int[] {ordinal}, new long[] {lsn});
  }

  private static SessionToken of(NavigableMap<Integer, Long> entries) {
    return new SessionToken(
        entries.keySet().stream().mapToInt(Integer::intValue).toArray(),
        entries.values().stream().mapToLong(Long::longValue).toArray());
  }

  /// Reads the text form; fails with INVALID_ARGUMENT if it is none.
  public static SessionToken parse(String text) {
    if (text.isEmpty()) {
      return NONE;
    }
    if (text.length() > TEXT_LENGTH_MAX) {
      throw invalid("it is too long");
    }
    if (text.indexOf(',') < 0) {
      return parseEntry(text);
    }
    TreeMap<Integer, Long> entries = new TreeMap<>();
    for (String entry : text.split(",", -1)) {
      parseEntry(entry).putInto(entries);
    }
    return of(entries);
  }

  private static SessionToken parseEntry(String entry) {
    int colon = entry.indexOf(':');
    if (colon < 0) {
      throw invalid("an entry has no colon");
    }
    int ordinal = (int) number(entry.substring(0, colon), Integer.MAX_VALUE);
    return of(ordinal, number(entry.substring(colon + 1), Long.MAX_VALUE));
  }

  private static long number(String digits, long max) {
    if (!isPlain(digits)) {
      throw invalid("a number is malformed");
    }
    try {
      long value = Long.parseLong(digits);
      if (value <= max) {
        return value;
      }
    } catch (NumberFormatException _) {
      // More digits than a long has: as wrong as one above the maximum.
    }
    throw invalid("a number is too large");
  }

  private static boolean isPlain(String digits) {
    for (int i = 0; i < digits.length(); i++) {
      if (digits.charAt(i) < '0' || digits.charAt(i) > '9') {
        return false;
      }
    }
    return !digits.isEmpty();
  }

  private static OrreryException invalid(String reason) {
    return new OrreryException(
        ErrorCode.INVALID_ARGUMENT, "The session token is not valid: " + reason + ".");
  }

  /// Both together: for each partition the farther one.
  public SessionToken merge(SessionToken other) {
    if (ordinals.length == 0) {
      return other;
    }
    if (other.ordinals.length == 0) {
      return this;
    }
    if (ordinals.length == 1 && Arrays.equals(ordinals, other.ordinals)) {
      return lsns[0] < other.lsns[0] ? other : this;
    }
    int[] both = new int[ordinals.length + other.ordinals.length];
    long[] farther = new long[both.length];
    int count = 0;
    for (int i = 0, j = 0; i < ordinals.length || j < other.ordinals.length; count++) {
      boolean mine =
          j == other.ordinals.length || (i < ordinals.length && ordinals[i] <= other.ordinals[j]);
      boolean theirs =
          i == ordinals.length || (j < other.ordinals.length && other.ordinals[j] <= ordinals[i]);
      both[count] = mine ? ordinals[i] : other.ordinals[j];
      farther[count] = Math.max(mine ? lsns[i] : 0, theirs ? other.lsns[j] : 0);
      i += mine ? 1 : 0;
      j += theirs ? 1 : 0;
    }
    return new SessionToken(Arrays.copyOf(both, count), Arrays.copyOf(farther, count));
  }

  private void putInto(Map<Integer, Long> entries) {
    for (int i = 0; i < ordinals.length; i++) {
      entries.merge(ordinals[i], lsns[i], Math::max);
    }
  }

  /// What the token says about one partition.
  SessionToken only(int ordinal) {
    int at = Arrays.binarySearch(ordinals, ordinal);
    return at < 0 ? NONE : of(ordinal, lsns[at]);
  }

  /// About how many partitions the token says something.
  int size() {
    return ordinals.length;
  }

  public boolean isEmpty() {
    return ordinals.length == 0;
  }

  /// The LSN that a partition with these ancestors must have reached; 0 if the token says nothing
  /// about it.
  public long required(int ordinal, List<Integer> parents) {
    if (ordinals.length == 0) {
      return 0;
    }
    long lsn = lsnOf(ordinal);
    for (int parent : parents) {
      lsn = Math.max(lsn, lsnOf(parent));
    }
    return lsn;
  }

  private long lsnOf(int ordinal) {
    int at = Arrays.binarySearch(ordinals, ordinal);
    return at < 0 ? 0 : lsns[at];
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof SessionToken that
        && Arrays.equals(ordinals, that.ordinals)
        && Arrays.equals(lsns, that.lsns);
  }

  @Override
  public int hashCode() {
    return 31 * Arrays.hashCode(ordinals) + Arrays.hashCode(lsns);
  }

  /// The text form.
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < ordinals.length; i++) {
      text.append(i == 0 ? "" : ",").append(ordinals[i]).append(':').append(lsns[i]);
    }
    return text.toString();
  }
}
