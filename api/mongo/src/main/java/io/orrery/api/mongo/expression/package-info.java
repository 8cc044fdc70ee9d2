// SPDX-License-Identifier: Apache-2.0
/// MongoDB's expressions: [io.orrery.api.mongo.expression.ExpressionReader] reads them once, into a
/// [io.orrery.api.mongo.expression.MongoExpression], and
/// [io.orrery.api.mongo.expression.ExpressionEvaluator] says what one is for a document. Filters,
/// projections, updates and stages of pipelines share them.
@NullMarked
package io.orrery.api.mongo.expression;

import org.jspecify.annotations.NullMarked;
