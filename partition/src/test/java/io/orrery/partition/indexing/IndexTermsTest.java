// SPDX-License-Identifier: Apache-2.0
package io.orrery.partition.indexing;

import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.model.container.CompositeIndex;
import io.orrery.model.container.IndexingPolicy;
import io.orrery.model.encoding.ByteReader;
import io.orrery.model.encoding.ByteWriter;
import io.orrery.model.encoding.EscapedBytes;
import io.orrery.model.encoding.KeyEncoding;
import io.orrery.model.key.IndexPath;
import io.orrery.model.key.PropertyPath;
import io.orrery.model.value.Value;
import io.orrery.model.value.ValueOrder;
import io.orrery.partition.Samples;
import io.orrery.partition.layout.Layout;
import io.orrery.partition.layout.PartitionId;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class IndexTermsTest {
  private static final PartitionId ID = new PartitionId(1, 2);
  private static final int TERM_BYTES_MAX = 64;

  private static List<String> terms(IndexingPolicy policy, String json) {
    return keys(policy, json).stream().map(IndexTermsTest::show).sorted().toList();
  }

  private static EntryKeys keys(IndexingPolicy policy, String json) {
    return keys(policy, json, EntryKeys.Room.UNLIMITED);
  }

  private static EntryKeys keys(IndexingPolicy policy, String json, EntryKeys.Room room) {
    EntryKeys keys = new EntryKeys(ID, 77, 20, room);
    IndexTerms terms = new IndexTerms(policy, TERM_BYTES_MAX);
    return keys.finish(terms.addTo(keys, Samples.body(json), 5_999));
  }

  /// `/tags/[]=x`, from the bytes as documented in [TermPath] and [TermValue].
  private static String show(byte[] key) {
    ByteReader in = new ByteReader(key, Layout.SPACE_PREFIX, key.length);
    StringBuilder path = new StringBuilder();
    for (int step = in.readByte(); step != 1; step = in.readByte()) {
      path.append('/').append(step == 3 ? "[]" : name(in));
    }
    String value =
        switch (in.peek()) {
          case 0xF0 -> in.readByte() == 0xF0 ? "array" : "";
          case 0xF1 -> in.readByte() == 0xF1 ? "object" : "";
          default -> show(KeyEncoding.read(in));
        };
    assertThat(in.readLong()).isEqualTo(77);
    in.requireEnd();
    return path + "=" + value;
  }

  private static String name(ByteReader in) {
    return new String(EscapedBytes.read(in), StandardCharsets.UTF_8);
  }

  private static String show(Value value) {
    return switch (value) {
      case Value.Text(String text) -> text;
      case Value.Int64(long number) -> Long.toString(number);
      case Value.Float64(double number) -> Double.toString(number);
      default -> value.toString();
    };
  }

  private static IndexingPolicy policy(List<String> included, List<String> excluded) {
    return new IndexingPolicy(
        true,
        Samples.indexPaths(included.toArray(String[]::new)),
        Samples.indexPaths(excluded.toArray(String[]::new)),
        List.of(),
        List.of());
  }

  private static IndexingPolicy timed(
      String included, List<String> excluded, List<CompositeIndex> composites) {
    return new IndexingPolicy(
        true,
        Samples.indexPaths(included),
        Samples.indexPaths(excluded.toArray(String[]::new)),
        List.of(),
        composites,
        PropertyPath.parse("/_ts"),
        ValueOrder.SQL);
  }

  @Test
  void theSecondOfTheLastWriteIsLikeAProperty() {
    IndexingPolicy all = timed("/*", List.of(), List.of());
    IndexingPolicy without = timed("/*", List.of("/_ts/?"), List.of());
    assertThat(terms(all, "{'a':1}")).containsExactly("/_ts=5", "/a=1");
    assertThat(terms(without, "{'a':1}")).containsExactly("/a=1");
  }

  @Test
  void theSecondOfTheLastWriteIsInCompositeIndexes() {
    var byTime = List.of(new CompositeIndex.Part(PropertyPath.parse("/_ts"), false));
    IndexingPolicy policy = timed("/b/?", List.of(), List.of(new CompositeIndex(1, byTime)));
    ByteWriter expected = Layout.relativeComposite(1);
    KeyEncoding.write(expected, new Value.Int64(5));
    assertThat(keys(policy, "{'a':1}"))
        .containsExactly(Layout.inSpace(ID, expected.writeLong(77).toByteArray()));
  }

  @Test
  void everyPathOfAnItem() {
    assertThat(
            terms(
                IndexingPolicy.ALL,
                "{'a':1,'b':{'c':'x','d':[true,null]},'e':[],'f':{},'g\\u0000h':2.5,'':3}"))
        .containsExactly(
            "/=3",
            "/a=1",
            "/b/c=x",
            "/b/d/[]=NULL",
            "/b/d/[]=TRUE",
            "/b/d=array",
            "/b=object",
            "/e=array",
            "/f=object",
            "/g\0h=2.5");
  }

  @Test
  void valuesThatStandTwiceInAnArrayHaveOneTerm() {
    assertThat(terms(IndexingPolicy.ALL, "{'t':['x','y','x',1,1.0,[1],[1,2]]}"))
        .containsExactly(
            "/t/[]/[]=1", "/t/[]/[]=2", "/t/[]=1", "/t/[]=array", "/t/[]=x", "/t/[]=y", "/t=array");
  }

  @Test
  void objectsInArraysShareTheirPaths() {
    assertThat(terms(IndexingPolicy.ALL, "{'t':[{'a':1,'b':2},{'a':3}]}"))
        .containsExactly("/t/[]/a=1", "/t/[]/a=3", "/t/[]/b=2", "/t/[]=object", "/t=array");
  }

  @Test
  void theMorePrecisePathDecides() {
    String json = "{'a':1,'b':{'c':2,'d':{'e':3,'f':4}},'g':[{'h':5,'i':6}]}";

    assertThat(terms(policy(List.of("/*"), List.of("/b/*", "/g/[]/i/?")), json))
        .containsExactly("/a=1", "/g/[]/h=5", "/g/[]=object", "/g=array");
    assertThat(terms(policy(List.of("/*", "/b/d/e/?"), List.of("/b/*")), json))
        .contains("/b/d/e=3")
        .doesNotContain("/b/c=2", "/b/d/f=4", "/b=object");
    assertThat(terms(policy(List.of("/b/d/*"), List.of("/*")), json))
        .containsExactly("/b/d/e=3", "/b/d/f=4", "/b/d=object");
    assertThat(terms(policy(List.of("/a/?"), List.of("/*")), json)).containsExactly("/a=1");
    assertThat(terms(policy(List.of("/a/?"), List.of("/a/?")), json)).isEmpty();
  }

  @Test
  void partitionKeyPathsAreIndexedWhateverThePolicySays() {
    List<PropertyPath> always = List.of(PropertyPath.parse("/pk/inner"));
    List<IndexingPolicy> policies =
        List.of(
            new IndexingPolicy(false, List.of(), List.of(), always, List.of()),
            new IndexingPolicy(
                true,
                List.of(),
                Samples.indexPaths("/*", "/pk/*", "/pk/inner/?"),
                always,
                List.of()));

    for (IndexingPolicy policy : policies) {
      assertThat(terms(policy, "{'pk':{'inner':'x','other':1},'a':1}"))
          .containsExactly("/pk/inner=x");
    }
    assertThat(terms(IndexingPolicy.NONE, "{'a':1}")).isEmpty();
  }

  @Test
  void longValuesAreCutInOrder() {
    String common = "x".repeat(TERM_BYTES_MAX);
    List<String> sorted =
        List.of(
            "a",
            "x".repeat(10),
            "x".repeat(10) + "\\u0000",
            "x".repeat(TERM_BYTES_MAX - 2), // tag and end: just fits
            common + "1",
            common + "2",
            "x".repeat(TERM_BYTES_MAX - 2) + "y",
            "y");
    List<byte[]> keys =
        sorted.stream()
            .map(text -> keys(IndexingPolicy.ALL, "{'a':'" + text + "'}").getFirst())
            .toList();

    for (int i = 1; i < keys.size(); i++) {
      boolean same = sorted.get(i).startsWith(common) && sorted.get(i - 1).startsWith(common);
      assertThat(Integer.signum(Arrays.compareUnsigned(keys.get(i - 1), keys.get(i))))
          .as(sorted.get(i))
          .isEqualTo(same ? 0 : -1);
      assertThat(keys.get(i)).hasSizeLessThan(Layout.SPACE_PREFIX + TERM_BYTES_MAX + 16);
    }
  }

  @Test
  void itemsThatAreNoObjectsHaveNoPaths() {
    assertThat(terms(IndexingPolicy.ALL, "[1,2]")).isEmpty();
    assertThat(terms(IndexingPolicy.ALL, "5")).isEmpty();
  }

  private static final String NAME = "n".repeat(1000);

  private static long within(EntryKeys keys, TermRange range) {
    return keys.stream().map(Layout::relative).filter(range::contains).count();
  }

  /// A path as long as this one would otherwise stand in the term of every element.
  @Test
  void longPathsTakeLittleRoomAndAreFoundAgain() {
    String json =
        "{'%s':[1,2,{'b':[3,4]},[5]],'%sx':1,'b':{'%s':{'c':7}}}".formatted(NAME, NAME, NAME);
    EntryKeys keys = keys(IndexingPolicy.ALL, json);
    assertThat(keys).allSatisfy(key -> assertThat(key).hasSizeLessThan(100)).hasSize(13);
    var elements = IndexPath.Elements.ALL;
    var name = new IndexPath.Name(NAME);
    var b = new IndexPath.Name("b");
    var c = new IndexPath.Name("c");
    assertThat(within(keys, TermRange.of(List.of(name)))).isEqualTo(1);
    assertThat(within(keys, TermRange.of(List.of(name, elements)))).isEqualTo(4);
    assertThat(within(keys, TermRange.of(List.of(name, elements, b)))).isEqualTo(1);
    assertThat(within(keys, TermRange.of(List.of(name, elements, b, elements)))).isEqualTo(2);
    assertThat(within(keys, TermRange.of(List.of(name, elements, elements)))).isEqualTo(1);
    assertThat(within(keys, TermRange.of(List.of(new IndexPath.Name(NAME + "x"))))).isEqualTo(1);
    assertThat(within(keys, TermRange.of(List.of(b)))).isEqualTo(1);
    assertThat(within(keys, TermRange.of(List.of(b, name, c)))).isEqualTo(1);
    TermRange four =
        TermRange.equal(
            List.of(name, elements, b, elements),
            new Value.Int64(4),
            new TermForm(ValueOrder.SQL, 64));
    assertThat(within(keys, four)).isEqualTo(1);
    assertThat(within(keys, TermRange.of(List.of(new IndexPath.Name("n".repeat(999)))))).isZero();
  }

  /// Up to the border nothing changes: what was written stays as it was.
  @Test
  void onlyLongPathsAreFolded() {
    int own = 2; // what encloses a name
    String longest = "n".repeat(TermPath.BYTES_MAX - own);
    assertThat(terms(IndexingPolicy.ALL, "{'" + longest + "':1}"))
        .containsExactly("/" + longest + "=1");
    byte[] folded = keys(IndexingPolicy.ALL, "{'" + longest + "n':1}").getFirst();
    assertThat(folded[Layout.SPACE_PREFIX]).isEqualTo((byte) 4);
  }

  @Test
  void deepPathsAreFoldedAgainAndAgain() {
    String json = "{'abcdefgh':".repeat(60) + "1" + "}".repeat(60);
    List<IndexPath.Segment> path = Collections.nCopies(60, new IndexPath.Name("abcdefgh"));
    EntryKeys keys = keys(IndexingPolicy.ALL, json);
    assertThat(keys).hasSize(60);
    for (int depth = 1; depth <= 60; depth++) {
      assertThat(within(keys, TermRange.of(path.subList(0, depth)))).isEqualTo(1);
    }
  }

  private static String array(int count, int distinct) {
    return IntStream.range(0, count)
        .mapToObj(i -> Integer.toString(i * 7 % distinct))
        .collect(Collectors.joining(",", "{'v':[", "]}"));
  }

  @Test
  void aValueOfALongArrayHasOneEntry() {
    assertThat(keys(IndexingPolicy.ALL, array(200_000, 1000))).hasSize(1001);
    assertThat(keys(IndexingPolicy.ALL, array(200_000, 99_991)))
        .hasSize(99_992)
        .doesNotHaveDuplicates();
  }

  /// Exactly: one byte more or less decides, and repetitions do not count.
  @Test
  void tooManyEntriesAreNoticed() {
    String json = array(60_000, 20_011);
    long bytes = keys(IndexingPolicy.ALL, json).bytes();
    assertThat(keys(IndexingPolicy.ALL, json, new EntryKeys.Room(bytes, _ -> {})).isOverfull())
        .isFalse();
    EntryKeys overfull = keys(IndexingPolicy.ALL, json, new EntryKeys.Room(bytes - 1, _ -> {}));
    assertThat(overfull.isOverfull()).isTrue();
  }

  @Test
  void noMoreMemoryIsTakenThanWasAskedFor() {
    long[] asked = new long[1];
    EntryKeys.Room room =
        new EntryKeys.Room(100_000, bytes -> asked[0] = Math.max(asked[0], bytes));
    EntryKeys keys = keys(IndexingPolicy.ALL, array(300_000, 300_000), room);
    assertThat(keys.isOverfull()).isTrue();
    assertThat(keys.size()).as("made in vain").isLessThan(10_000);
    assertThat(asked[0]).isLessThan(1_000_000);
  }

  @Test
  void differencesOfTwoSets() {
    EntryKeys some = keys(IndexingPolicy.ALL, "{'a':1,'b':[1,2,3],'c':'x'}");
    EntryKeys others = keys(IndexingPolicy.ALL, "{'b':[0,2,4],'c':'x','d':1}");
    assertThat(some.minus(others).stream().map(IndexTermsTest::show))
        .containsExactlyInAnyOrder("/a=1", "/b/[]=1", "/b/[]=3");
    assertThat(others.minus(some).stream().map(IndexTermsTest::show))
        .containsExactlyInAnyOrder("/b/[]=0", "/b/[]=4", "/d=1");
    assertThat(some.minus(some)).isEmpty();
    assertThat(some.minus(EntryKeys.NONE)).isEqualTo(some);
  }
}
