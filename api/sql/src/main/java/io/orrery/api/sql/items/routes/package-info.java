// SPDX-License-Identifier: Apache-2.0
/// The requests for items, and who answers each. [Items] is where they come in; single items are
/// answered by [PointAnswers], those with triggers by [TriggeredItems], lists by [ItemFeed], and
/// everything larger by the packages beside this one.
@NullMarked
package io.orrery.api.sql.items.routes;

import org.jspecify.annotations.NullMarked;
