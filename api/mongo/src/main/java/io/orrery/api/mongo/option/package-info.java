// SPDX-License-Identifier: Apache-2.0
/// What a collection was told when it was made, besides its indexes: kept in the properties of its
/// container.
@NullMarked
package io.orrery.api.mongo.option;

import org.jspecify.annotations.NullMarked;
