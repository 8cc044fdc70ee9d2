// SPDX-License-Identifier: Apache-2.0
package io.orrery.partition;

import static io.orrery.partition.Samples.item;
import static io.orrery.partition.Samples.key;
import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.model.Direction;
import io.orrery.model.container.Collation;
import io.orrery.model.container.CompositeIndex;
import io.orrery.model.container.DeclaredIndex;
import io.orrery.model.container.IndexForm;
import io.orrery.model.container.IndexingPolicy;
import io.orrery.model.key.HashRange;
import io.orrery.model.key.PropertyPath;
import io.orrery.model.value.Value;
import io.orrery.model.value.ValueOrder;
import io.orrery.partition.command.Outcome.Refusal;
import io.orrery.partition.command.PartitionSettings;
import io.orrery.partition.indexing.DeclaredBounds;
import io.orrery.partition.indexing.TermForm;
import io.orrery.partition.indexing.TermRange;
import io.orrery.plan.access.AccessPath.DeclaredRanges.Range;
import io.orrery.plan.access.Interval;
import io.orrery.plan.update.Operation;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// Declared indexes: an entry for each element, null for what is missing, and what is unique stays
/// so while indexes come and go.
class DeclaredIndexTest {
  private static final byte[] ALL = {};
  private static final DeclaredIndex TAGS =
      new DeclaredIndex(
          3,
          parts(true, "/tags", "/rank"),
          false,
          false,
          ALL,
          Collation.SIMPLE,
          IndexForm.Values.PLAIN);
  private static final DeclaredIndex MAIL =
      new DeclaredIndex(
          4, parts(false, "/mail"), true, true, ALL, Collation.SIMPLE, IndexForm.Values.PLAIN);
  private static final TermForm FORM = new TermForm(ValueOrder.BSON, Samples.BOUNDS.termBytesMax());

  private final Sandbox sandbox = new Sandbox(settings(TAGS, MAIL));

  private static List<CompositeIndex.Part> parts(boolean descending, String... paths) {
    return List.of(paths).stream()
        .map(path -> new CompositeIndex.Part(PropertyPath.parse(path), descending))
        .toList();
  }

  private static PartitionSettings settings(DeclaredIndex... indexes) {
    return new PartitionSettings(
        IndexingPolicy.NONE.in(ValueOrder.BSON).declaring(List.of(indexes)),
        List.of(),
        -1,
        0,
        Samples.BOUNDS);
  }

  @AfterEach
  void close() {
    sandbox.assertSound();
    sandbox.close();
  }

  private int entries(TermRange range) {
    try (PartitionView view = sandbox.view();
        TermCursor cursor = view.terms(range, HashRange.FULL, Direction.FORWARD)) {
      return Scans.keys(cursor).size();
    }
  }

  private int tagged(Interval... intervals) {
    return entries(
        DeclaredBounds.range(new Range(3, List.of(true, true), List.of(intervals)), FORM));
  }

  private static Interval point(Value value) {
    return Interval.point(value, ValueOrder.BSON);
  }

  private static Interval number(int number) {
    return point(new Value.Int32(number));
  }

  @Test
  void everyElementHasAnEntry() {
    sandbox.create("a", "1", "{'tags':[1,2,2,3],'rank':1}");
    sandbox.create("a", "2", "{'tags':2,'rank':9}");
    sandbox.create("a", "3", "{'rank':9}");
    sandbox.create("a", "4", "{'tags':[],'rank':[9,8]}");
    assertThat(tagged()).isEqualTo(3 + 1 + 1 + 2);
    assertThat(tagged(number(2))).isEqualTo(2);
    assertThat(tagged(number(2), number(9))).isEqualTo(1);
    assertThat(tagged(point(Value.Null.NULL))).isEqualTo(3);
    assertThat(
            tagged(
                Interval.ofKind(Value.Kind.INT32, ValueOrder.BSON)
                    .startingAt(new Value.Int32(2), false)))
        .isEqualTo(1);
    assertThat(
            tagged(
                Interval.ofKind(Value.Kind.INT32, ValueOrder.BSON).upTo(new Value.Int32(2), true)))
        .isEqualTo(3);
    assertThat(entries(DeclaredBounds.multiples(3))).isEqualTo(2);
    sandbox.upsert("a", "1", "{'tags':7}");
    assertThat(tagged()).isEqualTo(5);
    assertThat(entries(DeclaredBounds.multiples(3))).isEqualTo(1);
  }

  @Test
  void pathsThroughOneArrayGoThroughOneElement() {
    sandbox.configure(
        settings(
            new DeclaredIndex(
                9,
                parts(false, "/a/b", "/a/c"),
                false,
                false,
                ALL,
                Collation.SIMPLE,
                IndexForm.Values.PLAIN)));
    sandbox.settle(5);
    sandbox.create("p", "1", "{'a':[{'b':1,'c':2},{'b':3,'c':4},5]}");
    assertThat(entries(nine())).isEqualTo(3);
    assertThat(entries(nine(number(1), number(2)))).isEqualTo(1);
    assertThat(entries(nine(number(1), number(4)))).isZero();
    assertThat(entries(nine(point(Value.Null.NULL)))).isEqualTo(1);
  }

  private static TermRange nine(Interval... intervals) {
    return DeclaredBounds.range(new Range(9, List.of(false, false), List.of(intervals)), FORM);
  }

  private Refusal refused(String id, String json) {
    return sandbox.refused(new Operation.Create(key("a", id), item(json)));
  }

  @Test
  void uniqueValuesHaveOneOwner() {
    sandbox.create("a", "1", "{'mail':['x','y','x']}");
    assertThat(refused("2", "{'mail':'y'}")).isEqualTo(new Refusal.UniqueKeyTaken(4));
    sandbox.create("b", "2", "{'mail':'y'}");
    sandbox.create("a", "2", "{}");
    sandbox.create("a", "3", "{}");
    sandbox.upsert("a", "1", "{'mail':'x'}");
    sandbox.create("a", "4", "{'mail':'y'}");
    sandbox.delete("a", "1");
    sandbox.create("a", "5", "{'mail':'x'}");
    assertThat(refused("6", "{'mail':'%s'}".formatted("x"))).isNotNull();
    String longText = "x".repeat(900);
    sandbox.create("a", "7", "{'mail':'%s1'}".formatted(longText));
    sandbox.create("a", "8", "{'mail':'%s2'}".formatted(longText));
    assertThat(refused("9", "{'mail':'%s2'}".formatted(longText))).isNotNull();
  }

  @Test
  void aUniqueIndexThatIsDroppedLeavesNothingBehind() {
    for (int i = 0; i < 20; i++) {
      sandbox.create("a", "i" + i, "{'mail':'m%d'}".formatted(i));
    }
    sandbox.configure(settings(TAGS));
    sandbox.delete("a", "i3");
    sandbox.upsert("a", "i4", "{'mail':'m5'}");
    sandbox.settle(3);
    sandbox.assertSound();
    sandbox.create("a", "again", "{'mail':'m7'}");
  }

  @Test
  void aUniqueIndexOverWhatIsNotIsHeldUp() {
    sandbox.configure(settings());
    sandbox.settle(5);
    for (int i = 0; i < 20; i++) {
      sandbox.create("a", "i" + i, "{'mail':'m%d'}".formatted(i % 19));
    }
    sandbox.configure(settings(MAIL));
    sandbox.settle(3);
    assertThat(sandbox.partition.settings().isHeldUp()).isTrue();
    sandbox.assertSound();
    sandbox.configure(settings());
    sandbox.settle(3);
    assertThat(sandbox.partition.settings().isIndexing()).isFalse();
    sandbox.assertSound();
    sandbox.delete("a", "i19");
    sandbox.configure(settings(MAIL));
    sandbox.settle(3);
    assertThat(sandbox.partition.settings().isIndexing()).isFalse();
    assertThat(refused("x", "{'mail':'m7'}")).isEqualTo(new Refusal.UniqueKeyTaken(4));
  }
}
