/// Orrery's own calls under `/_orrery/api/v1/`, for its portal, its command line and tests: what
/// the wire protocols have no words for, for the containers of all of them alike.
///
/// Start at [AdminDoor]. Databases and containers are named by name; answers are JSON, times are
/// ISO-8601 in UTC, bytes and request units are numbers.
@NullMarked
package io.orrery.api.admin;

import org.jspecify.annotations.NullMarked;
