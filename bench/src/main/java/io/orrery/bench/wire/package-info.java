/// HTTP against its floor: our server and a bare Netty server give the same 1 KB, each in a process
/// of its own, measured in turns by one raw keep-alive client.
@NullMarked
package io.orrery.bench.wire;

import org.jspecify.annotations.NullMarked;
