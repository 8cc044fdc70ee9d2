// SPDX-License-Identifier: Apache-2.0
package io.orrery.model.container;

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
