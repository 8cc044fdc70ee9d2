// SPDX-License-Identifier: Apache-2.0
/// BSON bytes to values and to the stored form of items, and back. Every type, every byte of a
/// value and the order of fields survive (docs/adr/0023). [io.orrery.api.mongo.bson.BsonCursor]
/// reads foreign bytes: whatever they are, it ends in a value or in MALFORMED.
@NullMarked
package io.orrery.api.mongo.bson;

import org.jspecify.annotations.NullMarked;
