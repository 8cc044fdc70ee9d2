/// From addresses to what is there.
@NullMarked
package io.orrery.api.sql.lookup;

import org.jspecify.annotations.NullMarked;
