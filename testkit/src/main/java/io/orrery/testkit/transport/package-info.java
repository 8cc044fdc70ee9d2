/// A network that is none: everything that goes to a partition or to the catalog becomes bytes, is
/// handed to another thread, late and not in order, and is read there; so does what comes back. Now
/// and then nobody is at home. Whatever only works within one process does not work here.
///
/// Start at [ImaginaryNetwork].
@NullMarked
package io.orrery.testkit.transport;

import org.jspecify.annotations.NullMarked;
