/// Partial changes of items: [Patch] is one, a list of steps on paths.
@NullMarked
package io.orrery.api.sql.items.patch;

import org.jspecify.annotations.NullMarked;
