// SPDX-License-Identifier: Apache-2.0
/// Finding documents. [io.orrery.api.mongo.read.DocumentPlans] makes plans of filters and orders,
/// [io.orrery.api.mongo.read.MongoLanguage] is what partitions run of them,
/// [io.orrery.api.mongo.read.DocumentReads] answers, and [io.orrery.api.mongo.read.OpenCursors]
/// remembers where clients are.
@NullMarked
package io.orrery.api.mongo.read;

import org.jspecify.annotations.NullMarked;
