/// What is known about the requests of clients after they are over: counts and charges, how long
/// they took, what each partition spent when, and the workload that an advisor looks at. See
/// docs/adr/0015-request-observer.md.
///
/// A request passes [RequestObserver] once, at its end, and only adds to counters there. Everything
/// that has to do with time is worked out by [Observatory#tick], which reads the counters once a
/// second. Every table here has a bound; nothing holds a key or a literal of a client, but for
/// [KeySizes], which has to tell whose size it was.
@NullMarked
package io.orrery.gateway.observe;

import org.jspecify.annotations.NullMarked;
