// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway.observe;

import io.orrery.control.catalog.Api;

/// Has somebody watch each container.
@FunctionalInterface
public interface Observers {
  /// Nobody watches.
  Observers NONE = (_, _) -> RequestObserver.NONE;

  /// Who is told of the requests to a container. Asked for once, not for every request.
  ///
  /// @param container its number
  RequestObserver observer(int container, Api api);
}
