/// Request units: what an operation costs, and how fast a partition may spend them.
@NullMarked
package io.orrery.partition.throughput;

import org.jspecify.annotations.NullMarked;
