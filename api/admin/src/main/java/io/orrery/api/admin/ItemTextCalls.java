// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.admin;

import io.orrery.api.admin.AdminAddress.NamedContainer;
import io.orrery.gateway.ContainerHandle;
import io.orrery.gateway.Gateway;
import io.orrery.gateway.PageRequest;
import io.orrery.gateway.RequestContext;
import io.orrery.gateway.access.Action;
import io.orrery.gateway.access.Action.Effect;
import io.orrery.gateway.observe.RequestKind;
import io.orrery.gateway.view.ItemTexts;
import io.orrery.gateway.view.ViewPage;
import io.orrery.gateway.view.ViewedItem;
import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import io.orrery.model.container.Api;
import io.orrery.model.json.Json;
import io.orrery.model.value.Value;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// `…/items`: items of containers whose protocol a browser cannot speak, as their own API sees
/// them.
final class ItemTextCalls {
  private static final Duration TIMEOUT = Duration.ofSeconds(30);
  private static final int COUNT = 100;
  private static final int COUNT_MAX = 1000;

  private final Gateway gateway;
  private final Map<Api, ItemTexts> views;

  ItemTextCalls(Gateway gateway, Map<Api, ItemTexts> views) {
    this.gateway = gateway;
    this.views = views;
  }

  /// What a request does with the items of a container. Fails with NOT_FOUND if there is none.
  Action action(NamedContainer name, Effect effect) {
    return new Action.UseContainer(
        effect,
        gateway.container(name.database(), name.name()).number(),
        new Action.Part.Items(),
        new Action.Keys.Any());
  }

  Value page(AdminRequest request, NamedContainer name) {
    var wanted =
        new PageRequest(
            request.number("count", COUNT, COUNT_MAX),
            request.parameter("continuation").orElse(null));
    String filter = request.parameter("filter").orElse("");
    return run(
        name,
        RequestKind.QUERY,
        (view, container, context) -> {
          ViewPage page = view.page(container, filter, wanted, context);
          Json answer =
              Json.object()
                  .put("items", page.items().stream().map(item -> text(item).build()).toList());
          page.continuation().ifPresent(next -> answer.put("continuation", next));
          return answer;
        });
  }

  Value create(AdminRequest request, NamedContainer name) {
    String text = member(request, "document");
    return run(
        name,
        RequestKind.CREATE,
        (view, container, context) -> text(view.create(container, text, context)));
  }

  Value replace(AdminRequest request, NamedContainer name) {
    String text = member(request, "document");
    String etag = member(request, "etag");
    return run(
        name,
        RequestKind.REPLACE,
        (view, container, context) -> text(view.replace(container, text, etag, context)));
  }

  Value delete(AdminRequest request, NamedContainer name) {
    String text = member(request, "document");
    String etag = member(request, "etag");
    return run(
        name,
        RequestKind.DELETE,
        (view, container, context) -> {
          view.delete(container, text, etag, context);
          return Json.object();
        });
  }

  private static Json text(ViewedItem item) {
    return Json.object()
        .put("document", item.text())
        .put("etag", item.etag())
        .put("editable", item.faithful());
  }

  private static String member(AdminRequest request, String name) {
    Value value = request.json().map(body -> body.property(name)).orElse(Value.Undefined.UNDEFINED);
    if (value instanceof Value.Text(String text)) {
      return text;
    }
    throw AdminRequest.invalid("The body needs a string '%s'.".formatted(name));
  }

  private interface Work {
    Json with(ItemTexts view, ContainerHandle container, RequestContext context);
  }

  /// Counts like any request to the container, and says what it cost.
  private Value run(NamedContainer name, RequestKind kind, Work work) {
    ContainerHandle container = gateway.container(name.database(), name.name());
    ItemTexts view = view(container);
    RequestContext context = gateway.request(TIMEOUT);
    @Nullable ErrorCode failed = ErrorCode.INTERNAL;
    try {
      Json answer = work.with(view, container, context);
      failed = null;
      return answer.put("requestUnits", new Value.Float64(context.charge().units())).build();
    } catch (OrreryException failure) {
      failed = failure.code();
      throw failure;
    } finally {
      container.observer().finished(kind, failed, context);
    }
  }

  private ItemTexts view(ContainerHandle container) {
    Api api = container.container().definition().api();
    @Nullable ItemTexts view = views.get(api);
    if (view == null) {
      throw new OrreryException(
          ErrorCode.NOT_SUPPORTED,
          "Items of the API %s are not shown here; ask that API.".formatted(api));
    }
    return view;
  }
}
