// SPDX-License-Identifier: Apache-2.0
/// Indexes as clients declare them, and which of them can serve a filter (docs/adr/0028).
///
/// Start at [CollectionIndexes]: what a collection has. [FilterConditions] says what of a filter an
/// index can find.
@NullMarked
package io.orrery.api.mongo.index;

import org.jspecify.annotations.NullMarked;
