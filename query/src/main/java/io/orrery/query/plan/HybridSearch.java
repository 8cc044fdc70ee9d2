// SPDX-License-Identifier: Apache-2.0
package io.orrery.query.plan;

import org.jspecify.annotations.Nullable;

/// How a client ranks rows by relevance: it asks all ranges for statistics of the words, fills them
/// into the query of the component, and takes the best rows.
///
/// @param skip null without OFFSET
/// @param take null if all rows are wanted
public record HybridSearch(
    String globalStatisticsQuery, QueryInfo component, @Nullable Long skip, @Nullable Long take) {}
