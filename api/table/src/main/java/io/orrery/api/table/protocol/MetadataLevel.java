// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.table.protocol;

import java.util.Locale;

/// How much an answer says about its own form.
public enum MetadataLevel {
  /// Nothing: values that JSON has no type for are plain strings.
  NONE("nometadata"),
  /// Types that cannot be told from the JSON, and etags.
  MINIMAL("minimalmetadata"),
  /// Also the name, type and address of each entity.
  FULL("fullmetadata");

  private final String text;

  MetadataLevel(String text) {
    this.text = text;
  }

  public String contentType() {
    return "application/json;odata=" + text + ";streaming=true;charset=utf-8";
  }

  /// The level that a client asks for by `$format` or, without that, by `Accept`. Fails with
  /// AtomFormatNotSupported if it wants XML and nothing else.
  static MetadataLevel of(String format, String accept) {
    String wanted = (format.isEmpty() ? accept : format).toLowerCase(Locale.ROOT).replace(" ", "");
    if (wanted.isEmpty()) {
      return MINIMAL;
    }
    for (String each : wanted.split(",", -1)) {
      if (each.equals("json") || each.startsWith("application/json")) {
        return level(each);
      }
    }
    if (wanted.contains("atom") || (wanted.contains("xml") && !wanted.contains("*/*"))) {
      throw new TableRefusal(
          TableError.ATOM_NOT_SUPPORTED, "Atom format is not supported; ask for application/json.");
    }
    if (wanted.contains("*/*") || wanted.contains("application/*")) {
      return MINIMAL;
    }
    throw new TableRefusal(
        TableError.NOT_ACCEPTABLE, "There is no such format of answers; ask for application/json.");
  }

  private static MetadataLevel level(String type) {
    for (MetadataLevel each : values()) {
      if (type.contains("odata=" + each.text)) {
        return each;
      }
    }
    return MINIMAL;
  }
}
