/// The control plane: which databases and containers there are, how much throughput they have, and
/// which partitions serve them.
///
/// Start at [ControlPlane]. [Catalog] is the durable record, [OpenContainer] the running container
/// with its [Routes], [Splitter] and [Housekeeper] what happens without anybody asking.
@NullMarked
package io.orrery.control;

import org.jspecify.annotations.NullMarked;
