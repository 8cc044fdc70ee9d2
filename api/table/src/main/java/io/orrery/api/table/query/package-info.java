/// Reading entities: one by its keys, or a page of what a filter finds.
@NullMarked
package io.orrery.api.table.query;

import org.jspecify.annotations.NullMarked;
