// SPDX-License-Identifier: Apache-2.0
package io.orrery.server.health;

/// Writes numbers in Prometheus' text format.
public final class MetricWriter {
  private final StringBuilder out = new StringBuilder();

  /// What kind of number the following rows are.
  public enum Type {
    COUNTER("counter"),
    GAUGE("gauge"),
    HISTOGRAM("histogram");

    private final String text;

    Type(String text) {
      this.text = text;
    }
  }

  public void family(String name, Type type, String help) {
    out.append("# HELP ").append(name).append(' ').append(help).append('\n');
    out.append("# TYPE ").append(name).append(' ').append(type.text).append('\n');
  }

  /// A value of the last family.
  ///
  /// @param labels name, value, name, value, …
  public void row(String name, double value, String... labels) {
    out.append(name);
    for (int i = 0; i < labels.length; i += 2) {
      out.append(i == 0 ? '{' : ',').append(labels[i]).append("=\"");
      escape(labels[i + 1]);
      out.append('"');
    }
    out.append(labels.length == 0 ? " " : "} ");
    if (value == Math.rint(value) && Math.abs(value) < 1e15) {
      out.append((long) value);
    } else {
      out.append(value);
    }
    out.append('\n');
  }

  private void escape(String value) {
    for (int i = 0; i < value.length(); i++) {
      char unit = value.charAt(i);
      switch (unit) {
        case '\\' -> out.append("\\\\");
        case '"' -> out.append("\\\"");
        case '\n' -> out.append("\\n");
        default -> out.append(unit);
      }
    }
  }

  @Override
  public String toString() {
    return out.toString();
  }
}
