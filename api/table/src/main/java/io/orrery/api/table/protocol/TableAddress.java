// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.table.protocol;

/// What a request is about.
public sealed interface TableAddress {

  /// The service itself: its properties and statistics.
  record Service() implements TableAddress {}

  /// The list of tables.
  record Tables() implements TableAddress {}

  /// A table in that list.
  record OneTable(String name) implements TableAddress {}

  /// The entities of a table; also the table where its access policies are asked for.
  record Entities(String table) implements TableAddress {}

  record Entity(String table, String partitionKey, String rowKey) implements TableAddress {}

  /// Several operations in one request.
  record Batch() implements TableAddress {}
}
