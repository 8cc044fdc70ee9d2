// SPDX-License-Identifier: Apache-2.0
/// The functions of MongoDB's expressions: values in, one value out.
/// [io.orrery.api.mongo.expression.function.FunctionTable] has them by their names; each family is
/// a class. What is null or missing, which types are taken and what is refused is each function's
/// own affair, as in MongoDB. What decides by itself which arguments are evaluated is no function
/// but an expression.
@NullMarked
package io.orrery.api.mongo.expression.function;

import org.jspecify.annotations.NullMarked;
