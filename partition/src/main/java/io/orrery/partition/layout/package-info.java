/// Where everything of a partition lies in the store: keys, and the records behind them.
///
/// Items and what is counted per partition key are keyed by container and hash: a split moves none
/// of them. Index entries and the feed are keyed by partition, so that a query on one partition
/// never wades through another's; a split therefore leaves them in the parent's space, and trimming
/// copies them over later.
@NullMarked
package io.orrery.partition.layout;

import org.jspecify.annotations.NullMarked;
