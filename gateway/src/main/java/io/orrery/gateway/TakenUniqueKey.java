// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway;

import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;

/// Another item has the same values of a unique key.
public final class TakenUniqueKey extends OrreryException {
  private static final long serialVersionUID = 1L;

  private final int number;

  TakenUniqueKey(String message, int number) {
    super(ErrorCode.UNIQUE_KEY_VIOLATION, message);
    this.number = number;
  }

  /// The number of the unique key, or of the declared index, in the container.
  public int number() {
    return number;
  }
}
