// SPDX-License-Identifier: Apache-2.0
/// Searches for words: `$text`, and how well documents meet one.
///
/// Start at [TextSearch]. What words are is in `plan` `derive`; which fields are searched is known
/// from the collection's index, and written into the search ([TextBinding]).
@NullMarked
package io.orrery.api.mongo.text;

import org.jspecify.annotations.NullMarked;
