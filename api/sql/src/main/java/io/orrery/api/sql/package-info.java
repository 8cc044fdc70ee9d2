/// The SQL (core) REST API as the official SDKs speak it: translates requests into calls of the
/// gateway and the control plane, and their outcomes back.
///
/// Start at [SqlDoor]: address ([io.orrery.api.sql.protocol.ResourcePath]), caller
/// ([io.orrery.api.sql.auth]), then one package for each kind of resource.
@NullMarked
package io.orrery.api.sql;

import org.jspecify.annotations.NullMarked;
