/// What operators see: `/alive`, `/ready`, `/status`, `/metrics`, and the ready file.
///
/// Start at [HealthHandler]. No key value ever becomes a metric label.
@NullMarked
package io.orrery.server.health;

import org.jspecify.annotations.NullMarked;
