// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.aggregate;

import io.orrery.api.mongo.expression.MongoExpression;
import java.util.function.Supplier;

/// An accumulator that was read.
///
/// @param operator its name
/// @param argument what it sees of each document
/// @param start begins with nothing seen
record AccumulatorSpec(
    String operator, MongoExpression argument, Supplier<AccumulatorState> start) {}
