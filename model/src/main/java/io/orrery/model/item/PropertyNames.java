// SPDX-License-Identifier: Apache-2.0
package io.orrery.model.item;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Notices when an object has two properties of one name, for all objects that are open at a time.
///
/// Usual objects are small: for them a filter of 64 bits answers nearly always, and where it
/// cannot, the few names are compared. From [#LARGE] names on an object gets a set.
final class PropertyNames {
  private static final int LARGE = 24;

  private Scope[] scopes = new Scope[8];
  private int open;

  void openObject() {
    if (open == scopes.length) {
      scopes = Arrays.copyOf(scopes, scopes.length * 2);
    }
    if (scopes[open] == null) {
      scopes[open] = new Scope();
    }
    scopes[open++].clear();
  }

  void closeObject() {
    open--;
  }

  /// Adds a name to the object opened last; false when that object has it already.
  boolean add(String name) {
    return scopes[open - 1].add(name);
  }

  private static final class Scope {
    private final String[] names = new String[LARGE];
    private int count;
    private long filter;
    private @Nullable Set<String> large;

    void clear() {
      count = 0;
      filter = 0;
      large = null;
    }

    boolean add(String name) {
      if (large != null) {
        return large.add(name);
      }
      long bit = 1L << ((name.hashCode() * 0x9E37_79B9) >>> 26);
      if ((filter & bit) != 0 && isKnown(name)) {
        return false;
      }
      filter |= bit;
      names[count++] = name;
      if (count == LARGE) {
        large = new HashSet<>(Arrays.asList(names));
      }
      return true;
    }

    private boolean isKnown(String name) {
      for (int i = 0; i < count; i++) {
        if (names[i].equals(name)) {
          return true;
        }
      }
      return false;
    }
  }
}
