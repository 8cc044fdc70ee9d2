// SPDX-License-Identifier: Apache-2.0
package io.orrery.partition;

import io.orrery.model.OrreryException;
import io.orrery.model.container.DeclaredIndex;
import io.orrery.model.container.Item;
import io.orrery.model.encoding.ByteReader;
import io.orrery.model.encoding.ByteWriter;
import io.orrery.partition.command.PartitionSettings;
import io.orrery.partition.indexing.EntryKeys;
import io.orrery.partition.indexing.IndexTerms;
import io.orrery.partition.layout.Layout;
import io.orrery.partition.layout.PartitionId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The settings under which each item's index entries were written.
///
/// New settings begin by covering no item; re-indexing moves their border up through the keys until
/// they cover all. Settings that change again meanwhile just add a segment in front. Immutable.
///
/// An item that would have more entries under new settings than an item may holds re-indexing up:
/// with some of them queries would miss it, so it keeps those of the old settings, and everything
/// behind it too. Scans rely on no path that the old settings do not index, so answers stay right.
/// Re-indexing goes on once the item is written anew or deleted, or the settings change again.
public final class SettingsHistory {

  /// Settings that hold for keys below `border`; null means up to the end.
  private record Segment(byte @Nullable [] border, PartitionSettings settings, IndexTerms terms) {
    Segment(byte @Nullable [] border, PartitionSettings settings) {
      this(border, settings, new IndexTerms(settings.indexing(), settings.bounds().termBytesMax()));
    }

    Segment upTo(byte @Nullable [] newBorder) {
      return new Segment(newBorder, settings, terms);
    }

    EntryKeys entries(Item item, EntryKeys keys) {
      long deadline = Liveness.deadline(item, settings.ttlSeconds());
      if (deadline != Liveness.NEVER) {
        keys.add(Layout.relativeDeadline(deadline));
      }
      boolean repeats = item.indexed() && terms.addTo(keys, item.body(), item.timeMillis());
      return keys.finish(repeats);
    }

    boolean coversAny() {
      return border == null || border.length > 0;
    }

    boolean covers(byte[] itemKey) {
      return border == null || Arrays.compareUnsigned(itemKey, border) < 0;
    }
  }

  private static final byte[] NOTHING = new byte[0];

  /// Newest first; only the last one has no border.
  private final List<Segment> segments;

  /// The key of the item at which re-indexing is held up; empty if nothing holds it up.
  private final byte[] obstacle;

  private final List<PartitionSettings> inForce;
  private final boolean uniqueEntries;

  private SettingsHistory(List<Segment> segments, byte[] obstacle) {
    this.segments = List.copyOf(segments);
    this.obstacle = obstacle;
    this.inForce =
        this.segments.stream().filter(Segment::coversAny).map(Segment::settings).toList();
    this.uniqueEntries =
        this.segments.stream()
            .flatMap(segment -> segment.settings().indexing().declared().stream())
            .anyMatch(DeclaredIndex::unique);
  }

  public static SettingsHistory of(PartitionSettings settings) {
    return new SettingsHistory(List.of(new Segment(null, settings)), NOTHING);
  }

  public PartitionSettings newest() {
    return segments.getFirst().settings();
  }

  /// Whether the newest settings do not cover every item yet.
  public boolean isIndexing() {
    return segments.size() > 1;
  }

  /// Whether re-indexing waits for an item to be changed.
  public boolean isHeldUp() {
    return obstacle.length > 0;
  }

  boolean isHeldUpBy(byte[] itemKey) {
    return obstacle.length > 0 && Arrays.equals(obstacle, itemKey);
  }

  /// Whether every item that has a deadline under the newest settings has it in the index.
  boolean hasAllDeadlines() {
    int ttlSeconds = newest().ttlSeconds();
    return segments.stream().allMatch(segment -> segment.settings().ttlSeconds() == ttlSeconds);
  }

  /// The key up to which re-indexing has come.
  public byte[] cursor() {
    byte[] border = segments.getFirst().border();
    return border == null ? NOTHING : border;
  }

  /// The keys of the entries an item has in INDEX, if they lie in `space`.
  public EntryKeys entries(byte[] itemKey, Item item, PartitionId space) {
    return entries(itemKey, item, space, EntryKeys.Room.UNLIMITED);
  }

  EntryKeys entries(byte[] itemKey, Item item, PartitionId space, EntryKeys.Room room) {
    var keys = new EntryKeys(space, item.rid(), itemKey.length, room);
    return segmentFor(itemKey).entries(item, keys);
  }

  /// The same once the newest settings cover the item.
  EntryKeys newestEntries(byte[] itemKey, Item item, PartitionId space, EntryKeys.Room room) {
    var keys = new EntryKeys(space, item.rid(), itemKey.length, room);
    return segments.getFirst().entries(item, keys);
  }

  /// Whether items may have entries that no other may have.
  boolean hasUniqueEntries() {
    return uniqueEntries;
  }

  /// What makes the index entries of an item.
  ///
  /// @param newest once the newest settings cover it, or else as it is
  public IndexTerms terms(byte[] itemKey, boolean newest) {
    return (newest ? segments.getFirst() : segmentFor(itemKey)).terms();
  }

  /// Every settings that still cover items: a scan may rely on a path only if all of them index it.
  public List<PartitionSettings> inForce() {
    return inForce;
  }

  SettingsHistory configure(PartitionSettings settings) {
    List<Segment> next = new ArrayList<>(segments);
    if (settings.indexesLike(newest())) {
      next.set(0, new Segment(segments.getFirst().border(), settings));
    } else {
      // Settings that cover nothing yet are forgotten: nobody has to undo them.
      next.removeIf(segment -> !segment.coversAny());
      next.addFirst(new Segment(NOTHING, settings));
    }
    return new SettingsHistory(next, NOTHING);
  }

  /// The newest settings now cover everything below `border`; null means everything.
  SettingsHistory advance(byte @Nullable [] border) {
    List<Segment> next = new ArrayList<>();
    next.add(segments.getFirst().upTo(border));
    for (Segment segment : segments.subList(1, segments.size())) {
      if (border != null && segment.covers(border)) {
        next.add(segment);
      }
    }
    return new SettingsHistory(next, NOTHING);
  }

  /// Everything in front of an item is covered, and the item cannot be.
  SettingsHistory holdUpAt(byte[] itemKey) {
    return new SettingsHistory(advance(itemKey).segments, itemKey);
  }

  /// Re-indexing goes on where it was held up.
  SettingsHistory release() {
    return new SettingsHistory(segments, NOTHING);
  }

  private Segment segmentFor(byte[] itemKey) {
    for (Segment segment : segments) {
      if (segment.covers(itemKey)) {
        return segment;
      }
    }
    throw new IllegalStateException("the last segment has a border");
  }

  public byte[] encode() {
    ByteWriter out = new ByteWriter(256).writeVarint(segments.size());
    for (Segment segment : segments) {
      if (segment.border() != null) {
        out.writeBlock(segment.border());
      }
      segment.settings().write(out);
    }
    return out.writeBlock(obstacle).toByteArray();
  }

  public static SettingsHistory decode(byte[] bytes) {
    ByteReader in = new ByteReader(bytes);
    int count = in.readLength();
    if (count == 0) {
      throw OrreryException.corrupted("a partition has no settings");
    }
    List<Segment> segments = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      byte[] border = i < count - 1 ? in.readBlock() : null;
      byte[] before = segments.isEmpty() ? NOTHING : segments.getLast().border();
      if (border != null && Arrays.compareUnsigned(border, before) < 0) {
        throw OrreryException.corrupted("the borders of a partition's settings are not in order");
      }
      segments.add(new Segment(border, PartitionSettings.read(in)));
    }
    byte[] obstacle = in.readBlock();
    in.requireEnd();
    return new SettingsHistory(segments, obstacle);
  }
}
