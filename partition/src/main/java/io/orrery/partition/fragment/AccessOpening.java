// SPDX-License-Identifier: Apache-2.0
package io.orrery.partition.fragment;

import io.orrery.model.container.ItemKey;
import io.orrery.partition.indexing.TermForm;
import io.orrery.plan.access.AccessPath;

/// Opens access paths in one state of a partition.
///
/// @param form of the values in index terms
record AccessOpening(AccessPath path, FragmentView view, ReadTask task, TermForm form) {

  /// Candidates, and whether they come in the order of their items' creation.
  record Opened(Candidates candidates, boolean byCreation) {}

  /// The candidates in the order of the access path.
  Candidates open(Start start) {
    return switch (path) {
      case AccessPath.FullScan _ -> new FullScanCandidates(view, task, start);
      case AccessPath.PrimaryRange range ->
          new PrimaryRangeCandidates(view, range, requireKey(), task, start);
      case AccessPath.IndexRanges _,
          AccessPath.IndexOrder _,
          AccessPath.CompositeOrder _,
          AccessPath.DeclaredRanges _ -> {
        TermAccess terms = terms();
        yield once(terms, new OrderedEntries(view, terms, task, start), start);
      }
    };
  }

  /// The candidates in the order of their items' creation.
  Candidates openByCreation(Start start) {
    return switch (path) {
      case AccessPath.FullScan _ -> new CreationItems(view, task, start);
      case AccessPath.PrimaryRange _ -> open(start);
      case AccessPath.IndexRanges _,
          AccessPath.IndexOrder _,
          AccessPath.CompositeOrder _,
          AccessPath.DeclaredRanges _ ->
          candidates(new CreationEntries(view, terms(), task, start), start);
    };
  }

  /// The candidates from the beginning: in the order of their items' creation where they are few,
  /// unless they are in that order anyway. Where nobody asks for an order, that is the one people
  /// see with little data.
  Opened openFirst() {
    return switch (path) {
      case AccessPath.FullScan _ ->
          CreationOrder.isLittle(view, task)
              ? new Opened(new CreationItems(view, task, Start.FIRST), true)
              : new Opened(new FullScanCandidates(view, task, Start.FIRST), false);
      case AccessPath.PrimaryRange _ -> new Opened(open(Start.FIRST), false);
      case AccessPath.IndexRanges _,
          AccessPath.IndexOrder _,
          AccessPath.CompositeOrder _,
          AccessPath.DeclaredRanges _ ->
          firstEntries(terms());
    };
  }

  private Opened firstEntries(TermAccess terms) {
    if (terms.sameValue()) {
      return new Opened(
          once(terms, new OrderedEntries(view, terms, task, Start.FIRST), Start.FIRST), false);
    }
    if (!task.scope().isAllOf(view.range())) {
      // Looking ahead for entries of the scope might lead past any number of others.
      CreationEntries few = CreationEntries.few(view, terms, task);
      return few == null
          ? new Opened(
              once(terms, new OrderedEntries(view, terms, task, Start.FIRST), Start.FIRST), false)
          : new Opened(candidates(few, Start.FIRST), true);
    }
    EntriesAhead all = new EntriesAhead(view, terms, task, CreationEntries.FEW + 1);
    if (all.ahead().size() > CreationEntries.FEW) {
      return new Opened(once(terms, all, Start.FIRST), false);
    }
    all.close();
    return new Opened(candidates(new FewEntries(view, all.ahead()), Start.FIRST), true);
  }

  private Candidates candidates(EntrySource entries, Start start) {
    return new IndexCandidates(view, entries, task, start);
  }

  /// Each item at the first of its entries.
  private Candidates once(TermAccess terms, EntrySource entries, Start start) {
    Candidates all = candidates(entries, start);
    return terms.repeating() ? new FirstEntries(all, view.view(), terms) : all;
  }

  private TermAccess terms() {
    return switch (path) {
      case AccessPath.IndexRanges ranges -> TermAccess.of(ranges, form);
      case AccessPath.IndexOrder order -> TermAccess.of(order, form);
      case AccessPath.CompositeOrder order -> TermAccess.of(order, form);
      case AccessPath.DeclaredRanges ranges -> TermAccess.of(ranges, form);
      case AccessPath.FullScan _, AccessPath.PrimaryRange _ ->
          throw new IllegalStateException("the access path reads no index");
    };
  }

  private ItemKey requireKey() {
    ItemKey key = task.scope().logicalPartition();
    if (key == null) {
      throw new IllegalArgumentException("a range of row keys is one of a logical partition");
    }
    return key;
  }
}
