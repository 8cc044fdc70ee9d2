/// What connections of every protocol share: the limits of the process ([ConnectionLimits],
/// [TrafficBudget]), how long a client is waited for ([Patience]), and how a connection ends
/// ([Closing], [Linger]). [Codec] is what a protocol is to the listener.
///
/// Types of the network library appear in signatures here, since the packages of wire share them.
/// Other rooms make a codec with its own factory and pass it on.
@NullMarked
package io.orrery.wire.connection;

import org.jspecify.annotations.NullMarked;
