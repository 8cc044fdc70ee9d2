// SPDX-License-Identifier: Apache-2.0
/// Filters: which documents a query is about. [io.orrery.api.mongo.match.FilterReader] reads one
/// into a [io.orrery.api.mongo.match.Filter], [io.orrery.api.mongo.match.Matching] decides of a
/// document whether it passes. Nothing here knows partitions or plans.
@NullMarked
package io.orrery.api.mongo.match;

import org.jspecify.annotations.NullMarked;
