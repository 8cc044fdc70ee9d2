// SPDX-License-Identifier: Apache-2.0
/// Shapes on the earth or on a plane: whether they are valid, touch or contain one another, how far
/// apart and how large they are. Begin with [Space]. The only package that knows JTS, which does
/// the planar geometry; shapes on the earth are laid flat by a [GnomonicPlane] for it.
@NullMarked
package io.orrery.query.spatial;

import org.jspecify.annotations.NullMarked;
