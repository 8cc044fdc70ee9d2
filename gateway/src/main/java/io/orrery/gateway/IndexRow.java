// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway;

import io.orrery.partition.layout.Item;
import io.orrery.partition.layout.ItemKey;
import java.util.Optional;

/// An index entry of a live item.
///
/// @param term path, value and rid
/// @param item empty if only keys were asked for
public record IndexRow(byte[] term, ItemKey key, Optional<Item> item) {}
