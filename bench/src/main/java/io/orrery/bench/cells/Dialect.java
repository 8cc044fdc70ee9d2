// SPDX-License-Identifier: Apache-2.0
package io.orrery.bench.cells;

import java.util.List;

/// What every server is asked for, in the language of one.
public interface Dialect {
  byte[] read(long number);

  byte[] insert(long number);

  byte[] replace(long number, byte[] document);

  /// New items of one partition key, short ones, in one request: by a batch or by a procedure.
  default byte[] insertTogether(Operation how, List<Long> numbers) {
    throw new IllegalArgumentException("Only asked of the SQL API: " + how);
  }

  /// A query about an item's key, group or number, as the operation has it.
  byte[] ask(Operation query, long number);
}
