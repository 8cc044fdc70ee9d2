/// Rows that are merged cell by cell, the last write winning: a
/// [cell][io.orrery.model.container.Cell] is what a write brings, [CellRow] what an item is made of
/// then. The same cells give the same row, in whatever order they come.
@NullMarked
package io.orrery.partition.cells;

import org.jspecify.annotations.NullMarked;
