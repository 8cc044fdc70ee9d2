/// The stored form of an item: one binary encoding for all APIs, cheap from and to JSON, and
/// walkable without being parsed.
///
/// Start at [io.orrery.model.item.StoredItems] (bytes in, bytes out), then
/// [io.orrery.model.item.StoredCursor] (walking them); `StoredTag` describes the format. Bytes made
/// here stay readable: a tag never changes its meaning.
@NullMarked
package io.orrery.model.item;

import org.jspecify.annotations.NullMarked;
