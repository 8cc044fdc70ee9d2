/// `$filter`: [io.orrery.api.table.filter.FilterParser] makes an expression of the plan language of
/// a text, [io.orrery.api.table.filter.TableFilter] finds out what keys and index can do for it.
@NullMarked
package io.orrery.api.table.filter;

import org.jspecify.annotations.NullMarked;
