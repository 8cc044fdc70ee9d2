// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway;

import io.orrery.model.container.Item;
import io.orrery.model.container.ItemKey;

/// An item that a scan found.
public record Row(ItemKey key, Item item) {}
