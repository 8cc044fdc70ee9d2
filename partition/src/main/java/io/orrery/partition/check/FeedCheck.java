// SPDX-License-Identifier: Apache-2.0
package io.orrery.partition.check;

import io.orrery.model.Direction;
import io.orrery.model.container.Change;
import io.orrery.model.container.Item;
import io.orrery.model.container.ItemVersion;
import io.orrery.partition.PartitionState;
import io.orrery.partition.PartitionState.Inheritance;
import io.orrery.partition.layout.Layout;
import io.orrery.partition.layout.PartitionId;
import io.orrery.storage.Cursor;
import io.orrery.storage.Family;
import io.orrery.storage.KeyRange;
import org.jspecify.annotations.Nullable;

/// Walks the feed: every change must still lead to the version it wrote and, where history is kept,
/// to the one it superseded; and every kept version must belong to a change.
final class FeedCheck {
  private final Subject subject;
  private final Findings findings;

  FeedCheck(Subject subject, Findings findings) {
    this.subject = subject;
    this.findings = findings;
  }

  void run() {
    PartitionId own = subject.id();
    checkChanges(own, Layout.changes(own, -1, Long.MAX_VALUE - 1));
    checkImages(own, Layout.images(own));
    Inheritance inheritance = subject.state().inheritance();
    if (inheritance != null) {
      PartitionId parent = own.sibling(inheritance.parentOrdinal());
      checkChanges(parent, Layout.changes(parent, inheritance.feedCursor(), inheritance.lsn()));
      checkImages(parent, Layout.images(parent));
    }
  }

  private void checkChanges(PartitionId space, KeyRange range) {
    try (Cursor cursor = subject.reader().scan(Family.FEED, range, Direction.FORWARD)) {
      while (cursor.next()) {
        findings.guard(
            "A change", () -> checkChange(space, Layout.version(cursor.key()), cursor.value()));
      }
    }
  }

  private void checkChange(PartitionId space, ItemVersion version, byte[] bytes) {
    Change change = Change.decode(bytes);
    boolean inside = Layout.isInside(change.itemKey(), subject.state().range());
    if (!inside && !space.equals(subject.id())) {
      return; // A sibling's.
    }
    findings.require(
        inside
            && version.lsn() <= subject.state().lsn()
            && space.equals(subject.feedSpace(version)),
        () ->
            "The change %s does not belong where it is, in the space of %s."
                .formatted(version, space));
    Item item = subject.item(change.key());
    if (change.operation().removes()) {
      findings.require(
          isHistory(version),
          () -> "The change %s is a delete older than history.".formatted(version));
    } else {
      checkWritten(version, change, item);
    }
    checkPrevious(version, change, item);
  }

  private void checkWritten(ItemVersion version, Change change, @Nullable Item item) {
    if (item != null && item.version().equals(version)) {
      return;
    }
    byte[] image = keepsHistory() ? subject.image(version) : null;
    if (image == null) {
      findings.add("The change %s of item %s leads nowhere.".formatted(version, change.key()));
      return;
    }
    findings.require(
        Item.decode(image).version().equals(version),
        () -> "The image of the change %s is of another version.".formatted(version));
  }

  private void checkPrevious(ItemVersion version, Change change, @Nullable Item item) {
    ItemVersion previous = change.previous();
    if (previous == null || !isHistory(version)) {
      return;
    }
    findings.require(
        previous.compareTo(version) < 0
            && subject.image(previous) != null
            && subject.change(previous) != null
            && (item == null || !item.version().equals(previous)),
        () ->
            "The change %s lacks the version %s that it superseded.".formatted(version, previous));
  }

  private void checkImages(PartitionId space, KeyRange range) {
    try (Cursor cursor = subject.reader().scan(Family.FEED, range, Direction.FORWARD)) {
      while (cursor.next()) {
        findings.guard("An image", () -> checkImage(space, Layout.version(cursor.key())));
      }
    }
  }

  private void checkImage(PartitionId space, ItemVersion version) {
    boolean own = space.equals(subject.id());
    if (!own && !subject.feedSpace(version).equals(space)) {
      return; // Copied already.
    }
    byte[] bytes = subject.change(version);
    if (bytes == null) {
      findings.add(
          "The image %s in the space of %s belongs to no change.".formatted(version, space));
      return;
    }
    Change change = Change.decode(bytes);
    if (!own && !Layout.isInside(change.itemKey(), subject.state().range())) {
      return; // A sibling's.
    }
    Item item = subject.item(change.key());
    findings.require(
        keepsHistory() && (item == null || item.version().compareTo(version) > 0),
        () -> "The image %s of item %s is of no earlier version.".formatted(version, change.key()));
  }

  private boolean keepsHistory() {
    return subject.state().historySince() != PartitionState.NO_HISTORY;
  }

  private boolean isHistory(ItemVersion version) {
    return keepsHistory() && version.lsn() > subject.state().historyPurged();
  }
}
