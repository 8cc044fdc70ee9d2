/// What can be set, from where, and what it is set to.
///
/// [KnownSettings] is the one table; help, parsing and `config show` follow from it. [Settings]
/// holds the values and where each came from: command line, `ORRERY_*`, compatibility variables,
/// `orrery.yaml`, default, in this order.
@NullMarked
package io.orrery.server.settings;

import org.jspecify.annotations.NullMarked;
