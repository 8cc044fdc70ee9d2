// SPDX-License-Identifier: Apache-2.0
/// The MongoDB API next to mongo-java-server, asked the same commands, and next to PostgreSQL.
@NullMarked
package io.orrery.bench.mongo;

import org.jspecify.annotations.NullMarked;
