// SPDX-License-Identifier: Apache-2.0
package io.orrery.model;

/// Something was to be done at once, and would have to wait or take long: it is given up, and can
/// be done again where there is time. No failure: nobody is told, and nothing says where it was
/// thrown.
public final class WouldWait extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public WouldWait() {
    super("This cannot be done at once.", null, false, false);
  }
}
