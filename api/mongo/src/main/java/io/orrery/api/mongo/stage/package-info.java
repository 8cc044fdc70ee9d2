// SPDX-License-Identifier: Apache-2.0
/// Stages of pipelines that look at one document at a time: they run wherever documents are, in
/// partitions, at the door and inside updates. [io.orrery.api.mongo.stage.RowStages] reads them.
@NullMarked
package io.orrery.api.mongo.stage;

import org.jspecify.annotations.NullMarked;
