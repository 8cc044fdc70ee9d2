// SPDX-License-Identifier: Apache-2.0
package io.orrery.script;

/// What a script said to its console, there also when it failed.
public final class ScriptLog {
  private final boolean wanted;
  private final int lengthMax;
  private final StringBuilder text = new StringBuilder();

  private ScriptLog(boolean wanted, int lengthMax) {
    this.wanted = wanted;
    this.lengthMax = lengthMax;
  }

  public static ScriptLog ignored() {
    return new ScriptLog(false, 0);
  }

  /// Keeps so many characters.
  public static ScriptLog kept(int lengthMax) {
    return new ScriptLog(true, lengthMax);
  }

  synchronized void add(String line) {
    if (!wanted || text.length() >= lengthMax) {
      return;
    }
    if (!text.isEmpty()) {
      text.append('\n');
    }
    text.append(line, 0, Math.min(line.length(), lengthMax - text.length()));
  }

  public synchronized String text() {
    return text.toString();
  }
}
