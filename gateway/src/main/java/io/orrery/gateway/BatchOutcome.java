// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway;

import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import io.orrery.model.container.RequestCharge;
import java.util.List;
import java.util.Objects;

/// What became of a batch: everything, or nothing.
public sealed interface BatchOutcome {

  RequestCharge charge();

  SessionToken session();

  /// All operations took place, at one LSN.
  record Committed(List<WriteResult> results, long lsn, RequestCharge charge, SessionToken session)
      implements BatchOutcome {
    public Committed {
      results = List.copyOf(results);
    }
  }

  /// None took place, because one could not.
  ///
  /// @param index which one, from 0
  /// @param reason what it would have failed with alone
  record Failed(int index, OrreryException reason, RequestCharge charge, SessionToken session)
      implements BatchOutcome {
    public ErrorCode code() {
      return reason.code();
    }

    public String message() {
      return Objects.requireNonNullElse(reason.getMessage(), "");
    }
  }
}
