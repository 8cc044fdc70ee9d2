// SPDX-License-Identifier: Apache-2.0
/// `$jsonSchema`: what documents have to look like.
///
/// Start at [JsonSchema], the rules of a schema once read. [SchemaCheck] says what of them a value
/// does not keep, in MongoDB's own form.
@NullMarked
package io.orrery.api.mongo.schema;

import org.jspecify.annotations.NullMarked;
