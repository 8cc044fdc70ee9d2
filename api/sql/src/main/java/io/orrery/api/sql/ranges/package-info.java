/// Partition key ranges, as SDKs read them to route queries and feeds.
@NullMarked
package io.orrery.api.sql.ranges;

import org.jspecify.annotations.NullMarked;
