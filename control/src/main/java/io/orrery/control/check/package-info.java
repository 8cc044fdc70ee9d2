/// Examines stores that nobody serves, for `orrery doctor` and for tests: it reads what the catalog
/// and its partitions have written, and changes nothing.
@NullMarked
package io.orrery.control.check;

import org.jspecify.annotations.NullMarked;
