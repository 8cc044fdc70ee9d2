/// The control plane: which databases and containers there are, how much throughput they have, and
/// which partitions serve them.
///
/// Start at [ControlPlane]. The catalog decides ([io.orrery.control.catalog]); [Placement] creates,
/// opens and drops partitions as it says, [Splits] divides them, [Registry] has what serves
/// requests: [OpenContainer]s with their [Routes]. [Housekeeper] and [Reclaimer] are what happens
/// without anybody asking.
@NullMarked
package io.orrery.control;

import org.jspecify.annotations.NullMarked;
