// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.sql.items.script;

import io.orrery.api.sql.lookup.Directory;
import io.orrery.api.sql.protocol.PathParser;
import io.orrery.api.sql.protocol.Refusals;
import io.orrery.api.sql.protocol.ResourcePath;
import io.orrery.api.sql.protocol.Rid;
import io.orrery.model.catalog.Container;
import io.orrery.wire.http.PercentEncoding;
import java.util.Optional;
import java.util.OptionalLong;

/// The links that scripts of a container use: to the container itself and to its items, made of
/// names or of rids.
final class Links {
  private static final int RID_BYTES = 16;

  private final Directory directory;
  private final Container container;
  private final String self;
  private final String alt;

  Links(Directory directory, Container container) {
    this.directory = directory;
    this.container = container;
    this.self =
        "dbs/%s/colls/%s/".formatted(Rid.database(container.database()), Directory.rid(container));
    this.alt = directory.path(container);
  }

  String self() {
    return self;
  }

  String alt() {
    return alt;
  }

  /// Fails with INVALID_ARGUMENT if the link leads elsewhere.
  void requireContainer(String link) {
    boolean same =
        link.equals(self)
            || link.equals(alt)
            || (PathParser.parse(PercentEncoding.segments(link))
                    instanceof ResourcePath.Container(var at)
                && isContainer(at));
    if (!same) {
      throw Refusals.invalid(
          "The link '%s' does not lead to the script's container.".formatted(link));
    }
  }

  /// What a link says about an item.
  ///
  /// @param number of the item whose rid the id is; empty if it is none
  record ItemLink(String id, OptionalLong number) {}

  /// Fails with INVALID_ARGUMENT if the link leads elsewhere.
  ItemLink item(String link) {
    if (!(PathParser.parse(PercentEncoding.segments(link))
            instanceof ResourcePath.Item(var at, String id))
        || !isContainer(at)) {
      throw Refusals.invalid(
          "The link '%s' does not lead to an item of the script's container.".formatted(link));
    }
    Optional<Rid> rid =
        at.id().equals(Directory.rid(container).toString()) ? Rid.parse(id) : Optional.empty();
    return rid.isPresent() && rid.get().length() == RID_BYTES && isInside(rid.get())
        ? new ItemLink(id, OptionalLong.of(rid.get().itemNumber()))
        : new ItemLink(id, OptionalLong.empty());
  }

  private boolean isInside(Rid rid) {
    return rid.isInContainer()
        && rid.databaseNumber() == container.database()
        && rid.ownedNumber() == container.number();
  }

  private boolean isContainer(ResourcePath.ContainerAddress address) {
    return directory
        .findContainer(address)
        .map(open -> open.container().number() == container.number())
        .orElse(false);
  }
}
