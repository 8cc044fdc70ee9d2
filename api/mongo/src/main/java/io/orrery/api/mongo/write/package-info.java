// SPDX-License-Identifier: Apache-2.0
/// Changing documents. [io.orrery.api.mongo.write.UpdateOperators] makes edits of the operators of
/// an update, [io.orrery.api.mongo.write.DocumentWrites] carries statements out,
/// [io.orrery.api.mongo.write.Receipts] remembers the outcomes of those that may come again.
@NullMarked
package io.orrery.api.mongo.write;

import org.jspecify.annotations.NullMarked;
