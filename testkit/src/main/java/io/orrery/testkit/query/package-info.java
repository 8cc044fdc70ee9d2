// SPDX-License-Identifier: Apache-2.0
/// Random documents and queries on them, and what the rows of such a query must be.
///
/// [io.orrery.testkit.query.RandomDocuments] and [io.orrery.testkit.query.RandomQueries] make text
/// from a seed; [io.orrery.testkit.query.Expected] says whether rows are right, from the evaluator
/// that knows neither indexes nor partitions.
@NullMarked
package io.orrery.testkit.query;

import org.jspecify.annotations.NullMarked;
