// SPDX-License-Identifier: Apache-2.0
package io.orrery.model.container;

import io.orrery.model.Limits;
import io.orrery.model.OrreryException;

/// The protocol a container was made by and speaks.
public enum Api {
  SQL(1),
  MONGO(2),
  CASSANDRA(3),
  TABLE(4),
  GREMLIN(5);

  /// Stands in the stored catalog, so it never changes.
  private final int code;

  Api(int code) {
    this.code = code;
  }

  public int code() {
    return code;
  }

  /// How many bytes an item of such a container may have in the stored form.
  public int itemBytesMax(Limits limits) {
    return switch (this) {
      case MONGO -> Limits.MONGO_ITEM_BYTES;
      case SQL, CASSANDRA, TABLE, GREMLIN -> limits.itemBytes();
    };
  }

  /// How many bytes all operations of a batch may have.
  public int batchBytesMax(Limits limits) {
    return switch (this) {
      // A document of the largest size, and what is to be remembered of it.
      case MONGO -> 2 * Limits.MONGO_ITEM_BYTES;
      case TABLE -> Math.max(limits.batchBytes(), Limits.TABLE_BATCH_BYTES);
      case SQL, CASSANDRA, GREMLIN -> limits.batchBytes();
    };
  }

  /// How many bytes a write may become, with index and feed.
  public int writeBytesMax(Limits limits) {
    return switch (this) {
      case MONGO -> Math.max(limits.transactionBytes(), Limits.MONGO_WRITE_BYTES);
      case SQL, CASSANDRA, TABLE, GREMLIN -> limits.transactionBytes();
    };
  }

  /// Fails with CORRUPTED if there is none.
  public static Api ofCode(int code) {
    for (Api api : values()) {
      if (api.code == code) {
        return api;
      }
    }
    throw OrreryException.corrupted("there is no API " + code);
  }
}
