/// Where partitions begin and end: the machine that has them.
///
/// Start at [PartitionHost]. A partition's own commands change what it holds; that it exists at all
/// is decided elsewhere, by the catalog, and carried out here.
@NullMarked
package io.orrery.partition.host;

import org.jspecify.annotations.NullMarked;
