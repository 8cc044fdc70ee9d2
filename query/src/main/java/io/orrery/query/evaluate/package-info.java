// SPDX-License-Identifier: Apache-2.0
/// Evaluates queries on items in memory.
///
/// Start with [io.orrery.query.evaluate.CompiledQuery]: it turns the tree of a query into closures,
/// once, and says what the query does (groups, order, window). Whoever has items makes a
/// [io.orrery.query.evaluate.Frame] per thread and asks for the rows of each
/// [io.orrery.query.evaluate.QueriedItem]; [io.orrery.query.evaluate.Groups],
/// [io.orrery.query.evaluate.Distinct] and the query's order then make the result of them.
/// [io.orrery.query.evaluate.InMemory] puts all of that together in the plainest way.
///
/// What must stay true: evaluation never looks at a clock, a disk or another item; every loop
/// counts steps against the [io.orrery.plan.program.Budget] and everything kept is accounted there.
@NullMarked
package io.orrery.query.evaluate;

import org.jspecify.annotations.NullMarked;
