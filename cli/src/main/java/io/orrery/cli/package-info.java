/// The command line's verbs for a running server: databases, containers, items, throughput, keys.
/// Speaks only HTTP, the public protocol and the server's own documented calls, so that it works
/// against a server anywhere and can do nothing that others cannot.
///
/// Start at [ClientCommands], which lists the verbs; [Account] sends their requests.
@NullMarked
package io.orrery.cli;

import org.jspecify.annotations.NullMarked;
