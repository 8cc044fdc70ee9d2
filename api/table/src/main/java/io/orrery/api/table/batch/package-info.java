/// `$batch`: entity group transactions, which are many changes of one logical partition at once, or
/// one query, wrapped in MIME.
@NullMarked
package io.orrery.api.table.batch;

import org.jspecify.annotations.NullMarked;
