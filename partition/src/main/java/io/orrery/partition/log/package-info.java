/// How commands get their order and become durable before their partition answers: propose, log,
/// apply (docs/adr/0013). [PartitionLog] is the seam: embedded it is [LogOfOne], in a cluster a log
/// that is kept on several machines.
@NullMarked
package io.orrery.partition.log;

import org.jspecify.annotations.NullMarked;
