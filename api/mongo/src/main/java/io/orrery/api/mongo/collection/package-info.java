// SPDX-License-Identifier: Apache-2.0
/// Databases and collections as the catalog has them, and where documents lie in them
/// (docs/adr/0023).
@NullMarked
package io.orrery.api.mongo.collection;

import org.jspecify.annotations.NullMarked;
