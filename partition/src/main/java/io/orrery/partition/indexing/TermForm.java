// SPDX-License-Identifier: Apache-2.0
package io.orrery.partition.indexing;

import io.orrery.model.value.ValueOrder;

/// How values stand in the index terms of a container.
///
/// @param order which value comes before which
/// @param bytesMax how long a value may be; of longer ones the beginning stands there
public record TermForm(ValueOrder order, int bytesMax) {}
