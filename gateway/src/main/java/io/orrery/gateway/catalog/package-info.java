/// What belongs to databases and containers and is no data: account keys, users and permissions,
/// scripts, client encryption keys. Each store looks into the catalog and proposes its changes, on
/// behalf of the doors.
@NullMarked
package io.orrery.gateway.catalog;

import org.jspecify.annotations.NullMarked;
