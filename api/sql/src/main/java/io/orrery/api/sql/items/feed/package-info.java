// SPDX-License-Identifier: Apache-2.0
/// The change feed of a container: what was changed, in the order of the changes, a page at a time
/// and without end. Start reading at [ChangeFeedAnswers].
@NullMarked
package io.orrery.api.sql.items.feed;

import org.jspecify.annotations.NullMarked;
