// SPDX-License-Identifier: Apache-2.0
/// Places on a sphere as MongoDB has them: edges are great circles, distances those of a sphere.
/// (SQL's spatial functions measure on the ellipsoid, `query` `spatial`.)
///
/// Start at [GeoShape], what a value describes. [GridCells] covers shapes by squares that indexes
/// find them by.
@NullMarked
package io.orrery.plan.geo;

import org.jspecify.annotations.NullMarked;
