// SPDX-License-Identifier: Apache-2.0
/// Sessions and their transactions (docs/adr/0029). [io.orrery.api.mongo.session.OpenTransactions]
/// knows which there are, [io.orrery.api.mongo.session.TransactionDocuments] what one sees and has
/// written.
@NullMarked
package io.orrery.api.mongo.session;

import org.jspecify.annotations.NullMarked;
