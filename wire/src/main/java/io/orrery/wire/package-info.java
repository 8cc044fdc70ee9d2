/// Sockets and TLS for the doors. The only room that knows Netty: other rooms see nothing of it.
///
/// Start at [Listener]: a port with a [io.orrery.wire.connection.Codec] that says what is spoken
/// there; HTTP is in `http`, length-framed TCP in `framed`, WebSocket in `websocket`. A [Network]
/// is what all ports share: event loops, and the limits of connections and of memory. Event loops
/// only move bytes; doors run on virtual threads as straight-line code.
@NullMarked
package io.orrery.wire;

import org.jspecify.annotations.NullMarked;
