// SPDX-License-Identifier: Apache-2.0
package io.orrery.wire;

/// What all connections of a server share.
record Service(
    HttpHandler handler, HttpLimits limits, OpenConnections connections, BodyBudget bodies) {

  /// The same, but every request gets this answer.
  Service refusing(HttpResponse refusal) {
    return new Service(_ -> refusal, limits, connections, bodies);
  }
}
