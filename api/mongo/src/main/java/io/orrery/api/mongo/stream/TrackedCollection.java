// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.stream;

import io.orrery.api.mongo.command.Namespace;
import io.orrery.api.mongo.stream.ResumeToken.Place;
import io.orrery.gateway.ChangeFeed;
import io.orrery.gateway.ChangeFeed.Start;
import io.orrery.gateway.ChangePage;
import io.orrery.gateway.ChangePage.Position;
import io.orrery.gateway.ContainerHandle;
import io.orrery.gateway.Gateway;
import io.orrery.gateway.PageRequest;
import io.orrery.gateway.RequestContext;
import io.orrery.gateway.Scope;
import io.orrery.model.container.ChangedItem;
import io.orrery.model.container.ItemVersion;
import java.util.ArrayList;
import java.util.List;

/// A collection that a stream follows, and how far it was told.
final class TrackedCollection {
  private static final int PAGE_MAX = 200;

  private Namespace namespace;
  private final ContainerHandle collection;
  private List<Place> places;

  TrackedCollection(Namespace namespace, ContainerHandle collection, List<Place> places) {
    this.namespace = namespace;
    this.collection = collection;
    this.places = new ArrayList<>(places);
  }

  static TrackedCollection from(
      Namespace namespace, ContainerHandle collection, Start start, Gateway gateway) {
    List<Position> positions = gateway.feedStart(collection, ChangeFeed.all(Scope.ALL, start));
    return new TrackedCollection(namespace, collection, whole(positions));
  }

  private static List<Place> whole(List<Position> positions) {
    return positions.stream().map(each -> new Place(each.range(), each.lsn(), Place.LAST)).toList();
  }

  Namespace namespace() {
    return namespace;
  }

  void rename(Namespace wanted) {
    namespace = wanted;
  }

  ContainerHandle collection() {
    return collection;
  }

  List<Place> places() {
    return List.copyOf(places);
  }

  /// Where to go on reading: an LSN of which not everything was told is read again.
  List<Position> positions() {
    return places.stream()
        .map(
            each ->
                new Position(
                    each.range(), each.index() == Place.LAST ? each.lsn() : each.lsn() - 1))
        .toList();
  }

  /// Some changes, and where the feed is behind them.
  record Read(TrackedCollection from, List<ChangedItem> changes, List<Position> reached) {
    /// All of it was told.
    void finish() {
      from.places = new ArrayList<>(whole(reached));
    }
  }

  Read read(Gateway gateway, RequestContext context) {
    ChangePage page =
        gateway.changes(
            collection,
            ChangeFeed.all(Scope.ALL, new Start.Behind(positions())),
            new PageRequest(PAGE_MAX, null),
            context);
    divide(page.positions());
    List<ChangedItem> fresh = page.changes().stream().filter(each -> !wasTold(each)).toList();
    return new Read(this, fresh, page.positions());
  }

  /// After a split there are more ranges than before, each as far as the whole was.
  private void divide(List<Position> ranges) {
    List<Place> divided = new ArrayList<>();
    for (Position each : ranges) {
      Place old =
          places.stream()
              .filter(place -> place.range().contains(each.range()))
              .findFirst()
              .orElseThrow();
      divided.add(new Place(each.range(), old.lsn(), old.index()));
    }
    places = divided;
  }

  private int at(ChangedItem change) {
    for (int i = 0; i < places.size(); i++) {
      if (places.get(i).range().contains(change.key().position())) {
        return i;
      }
    }
    throw new IllegalStateException("a change lies outside of its feed");
  }

  private boolean wasTold(ChangedItem change) {
    Place place = places.get(at(change));
    ItemVersion version = change.version();
    return version.lsn() < place.lsn()
        || (version.lsn() == place.lsn() && version.index() <= place.index());
  }

  void tell(ChangedItem change) {
    int at = at(change);
    ItemVersion version = change.version();
    places.set(at, new Place(places.get(at).range(), version.lsn(), version.index()));
  }
}
