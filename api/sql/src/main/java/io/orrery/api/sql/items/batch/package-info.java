/// Several operations in one request: all or none, or each by itself.
@NullMarked
package io.orrery.api.sql.items.batch;

import org.jspecify.annotations.NullMarked;
