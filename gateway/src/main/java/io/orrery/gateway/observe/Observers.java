// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway.observe;

import io.orrery.model.container.Api;

/// Has somebody watch each container.
public interface Observers {
  /// Nobody watches.
  Observers NONE =
      new Observers() {
        @Override
        public RequestObserver observer(int container, Api api) {
          return RequestObserver.NONE;
        }

        @Override
        public RequestObserver unplaced(Api api) {
          return RequestObserver.NONE;
        }
      };

  /// Who is told of the requests to a container. Asked for once, not for every request.
  ///
  /// @param container its number
  RequestObserver observer(int container, Api api);

  /// Who is told of the requests that fail before it is known which container they mean.
  RequestObserver unplaced(Api api);
}
