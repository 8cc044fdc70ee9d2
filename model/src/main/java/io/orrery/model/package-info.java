/// What every other room speaks: values and their order, keys and hashes, limits and errors.
///
/// No I/O, no threads, no clock. Start reading at [io.orrery.model.value.Value], then
/// [io.orrery.model.encoding.KeyEncoding] (order in memory is order on disk), then
/// [io.orrery.model.key.EffectivePartitionKey] (where an item lives on the ring).
@NullMarked
package io.orrery.model;

import org.jspecify.annotations.NullMarked;
