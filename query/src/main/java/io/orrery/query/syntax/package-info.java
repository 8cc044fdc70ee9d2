// SPDX-License-Identifier: Apache-2.0
/// The text of a query and its tree: [io.orrery.query.syntax.Query] and what it is made of.
@NullMarked
package io.orrery.query.syntax;

import org.jspecify.annotations.NullMarked;
