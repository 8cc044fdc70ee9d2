// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway.query;

import io.orrery.gateway.ReadView;
import io.orrery.model.Direction;
import io.orrery.partition.indexing.TermRange;
import java.util.List;
import java.util.zip.CRC32C;

/// How the candidates of a query are found. Whichever way it is, every item that passes the filter
/// is among them, once.
sealed interface Access {

  /// All items of the scope, in ring order.
  enum Ring implements Access {
    RING
  }

  /// The items that the index has in some ranges, in the order of the ranges and of the terms in
  /// them.
  ///
  /// @param repeating whether an item may have several entries in the ranges
  /// @param sameValue whether all entries have one value, so that in each partition they are in the
  ///   order of their items' creation
  record Terms(List<TermRange> ranges, Direction direction, boolean repeating, boolean sameValue)
      implements Access {
    public Terms {
      ranges = List.copyOf(ranges);
    }

    private Opening firstEntries(ReadView view, ReadTask task, long wanted) {
      if (sameValue) {
        return new Opening(open(List.of(view), task, Start.FIRST, wanted), false);
      }
      if (!task.scope().isAllOf(view.range())) {
        // Looking ahead for entries of the scope might lead past any number of others.
        CreationEntries few = CreationEntries.few(view, this, task);
        return few == null
            ? new Opening(open(List.of(view), task, Start.FIRST, wanted), false)
            : new Opening(candidates(List.of(view), few, task, Start.FIRST, wanted), true);
      }
      EntriesAhead all = new EntriesAhead(view, this, task, CreationEntries.FEW + 1);
      if (all.ahead().size() > CreationEntries.FEW) {
        return new Opening(once(List.of(view), all, task, Start.FIRST, wanted), false);
      }
      all.close();
      FewEntries few = new FewEntries(view, all.ahead());
      return new Opening(candidates(List.of(view), few, task, Start.FIRST, wanted), true);
    }

    private static Candidates candidates(
        List<ReadView> some, EntrySource entries, ReadTask task, Start start, long wanted) {
      return new TermCandidates(some, entries, task, start, wanted);
    }

    /// Each item at the first of its entries.
    private Candidates once(
        List<ReadView> some, EntrySource entries, ReadTask task, Start start, long wanted) {
      Candidates all = candidates(some, entries, task, start, wanted);
      return repeating ? new FirstEntries(all, some, ranges) : all;
    }

    /// All entries of a range, of which each item has one.
    static Terms of(TermRange range, Direction direction) {
      return new Terms(List.of(range), direction, false, false);
    }
  }

  /// The same for the same candidates in the same order, today and after a restart: positions mean
  /// nothing to any other.
  default int mark() {
    return switch (this) {
      case Ring _ -> 0;
      case Terms terms -> {
        CRC32C sum = new CRC32C();
        for (TermRange range : terms.ranges()) {
          sum.update(range.from());
          sum.update(range.to());
        }
        sum.update(terms.direction() == Direction.FORWARD ? 0 : 1);
        yield (int) sum.getValue();
      }
    };
  }

  /// The candidates in some of the partitions; all items only in a single one.
  ///
  /// @param wanted how many the caller is likely to look at
  default Candidates open(List<ReadView> some, ReadTask task, Start start, long wanted) {
    return switch (this) {
      case Ring _ -> new RingCandidates(some.getFirst(), task, start);
      case Terms terms ->
          terms.once(some, new TermEntries(some, terms, task, start), task, start, wanted);
    };
  }

  /// The candidates in one partition in the order of their creation.
  default Candidates byCreation(ReadView view, ReadTask task, Start start) {
    return switch (this) {
      case Ring _ -> new CreationItems(view, task, start);
      case Terms terms ->
          new TermCandidates(
              List.of(view),
              new CreationEntries(view, terms, task, start),
              task,
              start,
              task.limits().pageItems());
    };
  }

  /// Candidates, and whether they come in the order of creation.
  record Opening(Candidates candidates, boolean byCreation) {}

  /// The candidates in one partition from the beginning: in the order of their creation where they
  /// are few, unless they are in that order anyway.
  ///
  /// @param wanted how many the caller is likely to look at
  default Opening first(ReadView view, ReadTask task, long wanted) {
    return switch (this) {
      case Ring _ ->
          CreationOrder.isLittle(view, task, wanted)
              ? new Opening(new CreationItems(view, task, Start.FIRST), true)
              : new Opening(new RingCandidates(view, task, Start.FIRST), false);
      case Terms terms -> terms.firstEntries(view, task, wanted);
    };
  }
}
