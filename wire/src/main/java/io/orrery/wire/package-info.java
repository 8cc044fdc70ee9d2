/// Sockets, TLS, HTTP and connection limits for the doors. The only room that knows Netty: nothing
/// of it appears in a public signature here.
///
/// Start at [HttpServer]. Netty's event loops only move bytes; each complete request runs on a
/// virtual thread of its own as straight-line code in an [HttpHandler]. What a port grants is in
/// [HttpLimits], what all of them hold together in [TrafficBudget].
@NullMarked
package io.orrery.wire;

import org.jspecify.annotations.NullMarked;
