/// Partition keys: their paths, their values, and their place on the ring of hashes.
///
/// Start at [PartitionKeyDefinition], a property of each container: it finds the [PartitionKey] in
/// an item and gives its [EffectivePartitionKey], the position that decides which physical
/// partition holds it. Clients compute the same positions (the SQL SDKs the hashes, Cassandra
/// drivers the tokens), so what is computed here can never change. Equal keys have equal positions.
@NullMarked
package io.orrery.model.key;

import org.jspecify.annotations.NullMarked;
