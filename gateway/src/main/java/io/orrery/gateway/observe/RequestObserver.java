// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway.observe;

import io.orrery.model.ErrorCode;
import org.jspecify.annotations.Nullable;

/// Is told of every request to one container when it is over. Called on the request's own thread
/// before its answer goes out, so it must be quick and must not fail.
@FunctionalInterface
public interface RequestObserver {
  /// Looks away.
  RequestObserver NONE = (_, _, _) -> {};

  /// A request is over.
  ///
  /// @param failure null if the request succeeded
  void finished(RequestKind kind, @Nullable ErrorCode failure, RequestCost cost);
}
