/// The program: reads the settings, builds the rooms by hand, starts and stops them. Nothing
/// depends on this room.
///
/// Start at [Main], then [Server], which holds everything that runs, and [Engine], where the rooms
/// of the database are put together.
@NullMarked
package io.orrery.server;

import org.jspecify.annotations.NullMarked;
