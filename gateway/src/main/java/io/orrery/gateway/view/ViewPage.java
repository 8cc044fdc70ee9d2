// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway.view;

import java.util.List;
import java.util.Optional;

/// Some items, and where the next ones are.
public record ViewPage(List<ViewedItem> items, Optional<String> continuation) {
  public ViewPage {
    items = List.copyOf(items);
  }
}
