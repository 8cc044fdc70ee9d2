// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway;

import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import io.orrery.plan.update.EditFailure;

/// An update that does not fit its item, with all that is known of it: doors have their own words
/// for that.
public final class UnfitUpdate extends OrreryException {
  private static final long serialVersionUID = 1L;

  private final transient EditFailure failure;

  UnfitUpdate(ErrorCode code, String message, EditFailure failure) {
    super(code, message);
    this.failure = failure;
  }

  public EditFailure failure() {
    return failure;
  }
}
