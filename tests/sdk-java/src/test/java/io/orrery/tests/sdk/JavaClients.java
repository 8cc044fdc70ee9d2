// SPDX-License-Identifier: Apache-2.0
package io.orrery.tests.sdk;

import com.azure.cosmos.ConsistencyLevel;
import com.azure.cosmos.CosmosClientBuilder;
import io.orrery.testkit.ServerProcess;

/// Clients as applications set them up: the gateway, session consistency, and bodies in the answers
/// to writes.
public final class JavaClients {
  private JavaClients() {}

  public static CosmosClientBuilder of(ServerProcess server) {
    return withoutKey(server).key(server.ready("key"));
  }

  /// For those who come with another key, or with permissions.
  static CosmosClientBuilder withoutKey(ServerProcess server) {
    return new CosmosClientBuilder()
        .endpoint(server.endpoint("sql").toString())
        .consistencyLevel(ConsistencyLevel.SESSION)
        .contentResponseOnWriteEnabled(true)
        .gatewayMode();
  }
}
