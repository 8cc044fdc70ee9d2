// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.sql.access;

import io.orrery.api.sql.lookup.Directory;
import io.orrery.api.sql.protocol.Json;
import io.orrery.api.sql.protocol.Members;
import io.orrery.api.sql.protocol.PathParser;
import io.orrery.api.sql.protocol.Refusals;
import io.orrery.api.sql.protocol.ResourcePath;
import io.orrery.api.sql.protocol.ResourcePath.ContainerAddress;
import io.orrery.control.access.Grant;
import io.orrery.model.value.Value;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What the body of a permission grants. The resource is looked up now: a permission is for this
/// container, not for one that gets its name later.
final class GrantBody {
  private final Directory directory;

  GrantBody(Directory directory) {
    this.directory = directory;
  }

  Grant parse(Members body) {
    String mode =
        body.choice("permissionMode", List.of("All", "Read"))
            .orElseThrow(() -> Refusals.invalid("The property 'permissionMode' is missing."));
    String resource = body.requireText("resource");
    List<String> segments = PathParser.segments(resource);
    return switch (PathParser.parse(segments)) {
      case ResourcePath.Container(var container) -> grant(body, mode, container, null);
      case ResourcePath.Item(var container, _) -> grant(body, mode, container, child(segments));
      case ResourcePath.Script(var container, _, _) ->
          grant(body, mode, container, child(segments));
      default ->
          throw Refusals.invalid(
              "A permission is for a container, an item or a script, not for '%s'."
                  .formatted(resource));
    };
  }

  private static String child(List<String> segments) {
    return String.join("/", segments.subList(4, segments.size()));
  }

  private Grant grant(
      Members body, String mode, ContainerAddress container, @Nullable String child) {
    List<Value> key = body.array("resourcePartitionKey");
    return new Grant(
        mode.equals("All"),
        body.requireText("resource"),
        directory.requireContainer(container).container().number(),
        child,
        key.isEmpty() ? null : Json.text(new Value.Array(key)));
  }
}
