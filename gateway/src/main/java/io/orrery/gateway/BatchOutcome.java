// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway;

import io.orrery.model.ErrorCode;
import io.orrery.model.container.RequestCharge;
import java.util.List;

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
  record Failed(
      int index, ErrorCode code, String message, RequestCharge charge, SessionToken session)
      implements BatchOutcome {}
}
