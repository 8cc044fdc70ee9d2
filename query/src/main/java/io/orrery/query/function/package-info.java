// SPDX-License-Identifier: Apache-2.0
/// The built-in scalar functions of the query language, one class per group. [Functions] finds them
/// by name.
///
/// An argument of the wrong type, or undefined, makes the result undefined, never an error; so does
/// a result that is no finite number.
@NullMarked
package io.orrery.query.function;

import org.jspecify.annotations.NullMarked;
