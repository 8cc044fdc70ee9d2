// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.sql.access;

import io.orrery.api.sql.auth.ContainerUse;
import io.orrery.api.sql.items.PartitionKeyHeader;
import io.orrery.api.sql.lookup.Directory;
import io.orrery.api.sql.protocol.Members;
import io.orrery.api.sql.protocol.PathParser;
import io.orrery.api.sql.protocol.Refusals;
import io.orrery.api.sql.protocol.ResourcePath;
import io.orrery.api.sql.protocol.ResourcePath.ContainerAddress;
import io.orrery.api.sql.scripts.ScriptAddress;
import io.orrery.model.catalog.Grant;
import io.orrery.model.catalog.Grant.Target;
import io.orrery.model.value.Value;
import io.orrery.wire.http.PercentEncoding;
import java.util.List;

/// What the body of a permission grants. The container is looked up now: a permission is for this
/// one, not for another that gets its name later, and where there is none it allows nothing.
final class GrantBody {
  private static final String ALL = "All";

  private final Directory directory;

  GrantBody(Directory directory) {
    this.directory = directory;
  }

  Grant parse(Members body) {
    String resource = body.requireText("resource");
    if (!(PathParser.parse(PercentEncoding.segments(resource))
        instanceof ResourcePath.Grantable path)) {
      throw Refusals.invalid(
          "A permission is for a container, an item or a script, not for '%s'."
              .formatted(resource));
    }
    return switch (path) {
      case ResourcePath.Container(var container) ->
          grant(body, container, new Target.WholeContainer());
      case ResourcePath.Item(var container, var id) ->
          grant(body, container, new Target.OneItem(ContainerUse.itemName(container, id)));
      case ResourcePath.Script(var container, var kind, var id) ->
          grant(body, container, new Target.OneScript(ScriptAddress.kind(kind), id));
    };
  }

  private Grant grant(Members body, ContainerAddress container, Target target) {
    String mode = body.requireText("permissionMode");
    boolean writes =
        body.choice("permissionMode", List.of(ALL, "Read")).map(ALL::equals).orElse(false);
    List<Value> key = body.array("resourcePartitionKey");
    return new Grant(
        writes,
        mode,
        body.requireText("resource"),
        directory
            .findContainer(container)
            .map(open -> open.container().number())
            .orElse(Grant.NO_CONTAINER),
        target,
        key.isEmpty() ? null : PartitionKeyHeader.of(key));
  }
}
