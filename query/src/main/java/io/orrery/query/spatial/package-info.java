// SPDX-License-Identifier: Apache-2.0
/// Shapes on the earth: whether they are valid, touch or contain one another, how far apart and how
/// large they are. Begin with [Geography]. The only package that knows JTS, which does the planar
/// geometry once a [GnomonicPlane] has laid the shapes flat.
@NullMarked
package io.orrery.query.spatial;

import org.jspecify.annotations.NullMarked;
