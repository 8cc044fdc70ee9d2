/// The one way to data. All APIs, jobs and the portal come through [Gateway] and nothing else.
///
/// A request carries a [RequestContext]. Its key, or its [Scope], says which partitions serve it;
/// the gateway finds them, asks them, adds up what they charge, and merges what they answer. That
/// partitions split meanwhile is never seen: a request that meets one which is gone waits for the
/// new routes and goes on, and continuations name places in the data, not partitions.
///
/// Start reading at [Gateway]; [PointOperations] is the shortest way through.
@NullMarked
package io.orrery.gateway;

import org.jspecify.annotations.NullMarked;
