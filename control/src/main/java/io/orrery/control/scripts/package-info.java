/// The scripts of containers: stored procedures, triggers and user-defined functions, as their
/// authors sent them. What they do when they run is nobody's business here.
@NullMarked
package io.orrery.control.scripts;

import org.jspecify.annotations.NullMarked;
