// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway.view;

import io.orrery.gateway.ContainerHandle;
import io.orrery.gateway.PageRequest;
import io.orrery.gateway.RequestContext;

/// The items of an API's containers as texts in the form that people know them by, and changes of
/// them by the API's own rules. An item's key is in its text.
public interface ItemTexts {

  /// A page of what passes a filter.
  ///
  /// @param filter in the API's own language; empty for everything
  ViewPage page(
      ContainerHandle container, String filter, PageRequest wanted, RequestContext context);

  /// Stores an item that is not there yet.
  ViewedItem create(ContainerHandle container, String text, RequestContext context);

  /// Stores an item in the place of the one with its key. Fails with PRECONDITION_FAILED if that
  /// has another etag by now, with NOT_FOUND if it is gone.
  ViewedItem replace(ContainerHandle container, String text, String etag, RequestContext context);

  /// Deletes the item with the key of this one. Fails as [#replace].
  void delete(ContainerHandle container, String text, String etag, RequestContext context);
}
