// SPDX-License-Identifier: Apache-2.0
/// Queries over partitions: which access path to read, in which stage, how the pages of all
/// partitions become one, and where the next one goes on. Start with
/// [io.orrery.gateway.query.QueryRun].
///
/// Nothing here knows the language a query was written in, or holds the state of a partition.
@NullMarked
package io.orrery.gateway.query;

import org.jspecify.annotations.NullMarked;
