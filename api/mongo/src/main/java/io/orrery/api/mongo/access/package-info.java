// SPDX-License-Identifier: Apache-2.0
/// Who a client is: SCRAM as RFC 5802 and 7677 have it and MongoDB varies it, with the account's
/// keys as passwords of its only user. [io.orrery.api.mongo.access.ScramExchange] is one attempt.
@NullMarked
package io.orrery.api.mongo.access;

import org.jspecify.annotations.NullMarked;
