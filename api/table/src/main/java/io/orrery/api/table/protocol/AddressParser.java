// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.table.protocol;

import io.orrery.wire.http.PercentEncoding;
import org.jspecify.annotations.Nullable;

/// Reads addresses: `/Tables('people')`, `/people(PartitionKey='a',RowKey='b')`. Quotes inside a
/// key are doubled, the two keys come in any order.
final class AddressParser {
  private static final String TABLES = "Tables";
  private static final String PARTITION_KEY = "PartitionKey";
  private static final String ROW_KEY = "RowKey";

  private final String text;
  private int at;

  private AddressParser(String text) {
    this.text = text;
  }

  /// @param path percent-encoded, behind the account and its slash
  static TableAddress parse(String path) {
    String text = PercentEncoding.decode(path);
    return new AddressParser(text.endsWith("/") ? text.substring(0, text.length() - 1) : text)
        .address();
  }

  private TableAddress address() {
    if (text.isEmpty()) {
      return new TableAddress.Service();
    }
    if (text.equals("$batch")) {
      return new TableAddress.Batch();
    }
    if (text.startsWith("$")) {
      throw TableRefusal.notImplemented("the address " + text);
    }
    int open = text.indexOf('(');
    String name = open < 0 ? text : text.substring(0, open);
    if (name.isEmpty() || name.indexOf('/') >= 0) {
      throw invalid();
    }
    at = name.length();
    boolean whole = open < 0 || text.startsWith("()", open);
    if (whole) {
      if (open >= 0 && text.length() != open + 2) {
        throw invalid();
      }
      return name.equals(TABLES) ? new TableAddress.Tables() : new TableAddress.Entities(name);
    }
    expect('(');
    return name.equals(TABLES) ? oneTable() : entity(name);
  }

  private TableAddress oneTable() {
    String name = quoted();
    end();
    return new TableAddress.OneTable(name);
  }

  private TableAddress entity(String table) {
    String partitionKey = null;
    String rowKey = null;
    for (int part = 0; part < 2; part++) {
      if (part == 1) {
        expect(',');
      }
      boolean partition = text.startsWith(PARTITION_KEY + "=", at);
      if (!partition && !text.startsWith(ROW_KEY + "=", at)) {
        throw invalid();
      }
      at += (partition ? PARTITION_KEY : ROW_KEY).length() + 1;
      if (partition) {
        partitionKey = once(partitionKey);
      } else {
        rowKey = once(rowKey);
      }
    }
    end();
    if (partitionKey == null || rowKey == null) {
      throw invalid();
    }
    return new TableAddress.Entity(table, partitionKey, rowKey);
  }

  private String once(@Nullable String before) {
    if (before != null) {
      throw invalid();
    }
    return quoted();
  }

  private String quoted() {
    int start = at;
    expect('\'');
    QuotedText quoted = QuotedText.at(text, start).orElseThrow(this::invalid);
    at = quoted.end();
    return quoted.content();
  }

  private void expect(char wanted) {
    if (at >= text.length() || text.charAt(at) != wanted) {
      throw invalid();
    }
    at++;
  }

  private void end() {
    expect(')');
    if (at != text.length()) {
      throw invalid();
    }
  }

  private TableRefusal invalid() {
    return new TableRefusal(
        TableError.INVALID_URI, "The requested URI does not represent any resource on the server.");
  }
}
