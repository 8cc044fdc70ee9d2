// SPDX-License-Identifier: Apache-2.0
/// Requests to the SQL API, made by hand: items, scripts and change feeds of a container. They go
/// through [io.orrery.testkit.SqlHttp], to a server or straight to the door.
@NullMarked
package io.orrery.testkit.sql;

import org.jspecify.annotations.NullMarked;
