/// Items: point operations, batches, patches, feeds.
@NullMarked
package io.orrery.api.sql.items;

import org.jspecify.annotations.NullMarked;
