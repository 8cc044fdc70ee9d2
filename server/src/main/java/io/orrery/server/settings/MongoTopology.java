// SPDX-License-Identifier: Apache-2.0
package io.orrery.server.settings;

/// As what drivers of MongoDB see the server.
public enum MongoTopology {
  REPLICASET,
  SHARDED
}
