// SPDX-License-Identifier: Apache-2.0
/// Places in filters: `$geoWithin`, `$geoIntersects`, `$near` and `$nearSphere`.
///
/// Start at [GeoOperators]. What shapes are and how they lie is in `plan` `geo`.
@NullMarked
package io.orrery.api.mongo.geo;

import org.jspecify.annotations.NullMarked;
