// SPDX-License-Identifier: Apache-2.0
/// Users with names, passwords and roles of their own, beside the one that the account's keys
/// belong to. Kept in the catalog; [io.orrery.api.mongo.user.MongoUsers] is where to begin. What a
/// role allows is said in the words of the gateway, which decides.
@NullMarked
package io.orrery.api.mongo.user;

import org.jspecify.annotations.NullMarked;
