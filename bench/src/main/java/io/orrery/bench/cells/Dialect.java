// SPDX-License-Identifier: Apache-2.0
package io.orrery.bench.cells;

/// What every server is asked for, in the language of one.
public interface Dialect {
  byte[] read(long number);

  byte[] insert(long number);

  byte[] replace(long number, byte[] document);

  /// A query about an item's key, group or number, as the operation has it.
  byte[] ask(Operation query, long number);
}
