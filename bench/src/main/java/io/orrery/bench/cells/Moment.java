// SPDX-License-Identifier: Apache-2.0
package io.orrery.bench.cells;

/// When something is asked.
public enum Moment {
  AT_REST("at rest"),
  BETWEEN_WRITES("between writes"),
  AFTER_A_BURST("after a burst");

  private final String title;

  Moment(String title) {
    this.title = title;
  }

  public String title() {
    return title;
  }
}
