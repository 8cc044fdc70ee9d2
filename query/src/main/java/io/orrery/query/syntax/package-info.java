// SPDX-License-Identifier: Apache-2.0
/// The text of a query and its tree: [io.orrery.query.syntax.Parser] reads it,
/// [io.orrery.query.syntax.Printer] writes it, [io.orrery.query.syntax.Query] is what it is made
/// of. No tree has more than a few hundred levels, so walking it by recursion is safe.
@NullMarked
package io.orrery.query.syntax;

import org.jspecify.annotations.NullMarked;
