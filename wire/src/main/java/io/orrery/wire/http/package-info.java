/// HTTP/1.1 and HTTP/2. A door answers requests in an [HttpHandler]; [HttpCodec] puts it on a port.
///
/// Each complete request runs on a virtual thread of its own as straight-line code ([Exchange]).
/// Over HTTP/1.1 requests are answered one after the other ([HttpConnection]), over HTTP/2 beside
/// each other ([Http2Connection]); a client that sends faster than it is served fills its own
/// socket buffer and nothing of ours.
@NullMarked
package io.orrery.wire.http;

import org.jspecify.annotations.NullMarked;
