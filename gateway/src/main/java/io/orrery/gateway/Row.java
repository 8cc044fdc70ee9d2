// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway;

import io.orrery.partition.layout.Item;
import io.orrery.partition.layout.ItemKey;

/// An item that a scan found.
public record Row(ItemKey key, Item item) {}
