// SPDX-License-Identifier: Apache-2.0
/// Aggregation: [io.orrery.api.mongo.aggregate.Aggregations] answers the command,
/// [io.orrery.api.mongo.aggregate.Pipelines] makes a chain of documents of a pipeline. What a
/// pipeline begins with goes to the partitions as a plan
/// ([io.orrery.api.mongo.aggregate.PushDown]); the rest runs here, in memory of the process's
/// queries. See docs/adr/0027.
@NullMarked
package io.orrery.api.mongo.aggregate;

import org.jspecify.annotations.NullMarked;
