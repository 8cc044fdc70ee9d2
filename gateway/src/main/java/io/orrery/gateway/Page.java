// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway;

import io.orrery.model.container.RequestCharge;
import java.util.List;
import java.util.Optional;

/// Some rows of a scan, and where the next ones are. A page may be empty though others follow.
///
/// @param continuation opaque, and good whatever happens to partitions meanwhile; empty if this
///   page is the last
public record Page<T>(
    List<T> rows, Optional<String> continuation, RequestCharge charge, SessionToken session) {
  public Page {
    rows = List.copyOf(rows);
  }
}
