/// Stored procedures, triggers and user-defined functions as resources. How they run with items is
/// in [io.orrery.api.sql.items.script].
@NullMarked
package io.orrery.api.sql.scripts;

import org.jspecify.annotations.NullMarked;
