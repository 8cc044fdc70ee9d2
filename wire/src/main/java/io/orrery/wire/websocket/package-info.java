/// WebSocket (RFC 6455), which begins as a request of HTTP/1.1 on its port. A door is a
/// [WebSocketDoor]; frames are cut, kept and bounded as those of any framed protocol.
@NullMarked
package io.orrery.wire.websocket;

import org.jspecify.annotations.NullMarked;
