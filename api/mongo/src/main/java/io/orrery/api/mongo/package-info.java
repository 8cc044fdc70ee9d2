// SPDX-License-Identifier: Apache-2.0
/// The MongoDB API. [io.orrery.api.mongo.MongoDoor] begins a
/// [io.orrery.api.mongo.MongoConversation] with each client: bytes become a request (`frame`,
/// `bson`), the request a command (`command`), which is allowed or not, and answered.
@NullMarked
package io.orrery.api.mongo;

import org.jspecify.annotations.NullMarked;
