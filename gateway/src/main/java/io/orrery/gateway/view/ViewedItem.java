// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway.view;

/// An item as its API sees it.
///
/// @param text JSON; a text because the order of members counts for some APIs
/// @param etag names this state of it
/// @param faithful whether the text means exactly this item: then it can be changed by its text
public record ViewedItem(String text, String etag, boolean faithful) {}
