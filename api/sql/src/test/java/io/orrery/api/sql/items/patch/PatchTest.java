// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.sql.items.patch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.orrery.api.sql.query.QuerySurroundings;
import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import io.orrery.model.SystemTime;
import io.orrery.model.item.StoredItems;
import io.orrery.model.key.PartitionKeyDefinition;
import io.orrery.query.evaluate.StoredItem;
import io.orrery.query.evaluate.SystemProperties;
import io.orrery.query.spatial.Geography;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PatchTest {
  private static final String ITEM = "{'id':'1','n':1,'o':{'p':true},'a':[1,2,3],'x~/y':0}";

  private static Patch parse(String operations) {
    return Patch.parse(
        json(operations),
        QuerySurroundings.begin(InstantSource.system(), Geography.EARTH),
        SystemTime.TICKER);
  }

  private static byte[] json(String text) {
    return text.replace('\'', '"').getBytes(StandardCharsets.UTF_8);
  }

  private static String patched(String operations) {
    StoredItem before = new StoredItem(StoredItems.fromJson(json(ITEM)), SystemProperties.NONE);
    byte[] result = parse(operations).apply(before);
    return new String(StoredItems.toJson(result), StandardCharsets.UTF_8).replace('"', '\'');
  }

  private static void assertRefused(String operations) {
    assertThatThrownBy(() -> patched(operations))
        .isInstanceOfSatisfying(
            OrreryException.class,
            refusal ->
                assertThat(refusal.code()).isIn(ErrorCode.INVALID_ARGUMENT, ErrorCode.MALFORMED));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          {'op':'add','path':'/o/q','value':null}      | 'o':{'p':true,'q':null}
          {'op':'add','path':'/n','value':'t'}         | 'n':'t'
          {'op':'add','path':'/a/0','value':9}         | 'a':[9,1,2,3]
          {'op':'add','path':'/a/3','value':9}         | 'a':[1,2,3,9]
          {'op':'add','path':'/a/-','value':9}         | 'a':[1,2,3,9]
          {'op':'set','path':'/a/0','value':9}         | 'a':[9,2,3]
          {'op':'set','path':'/a/-','value':9}         | 'a':[1,2,3,9]
          {'op':'set','path':'/new','value':{'z':[]}}  | 'new':{'z':[]}
          {'op':'replace','path':'/o/p','value':false} | 'o':{'p':false}
          {'op':'replace','path':'/a/2','value':9}     | 'a':[1,2,9]
          {'op':'replace','path':'/x~0~1y','value':7}  | 'x~/y':7
          {'op':'remove','path':'/a/1'}                | 'a':[1,3]
          {'op':'remove','path':'/o/p'}                | 'o':{}
          {'op':'incr','path':'/n','value':41}         | 'n':42
          {'op':'incr','path':'/n','value':-1.5}       | 'n':-0.5
          {'op':'incr','path':'/fresh','value':5}      | 'fresh':5
          {'op':'incr','path':'/a/0','value':5}        | 'a':[6,2,3]
          {'op':'move','from':'/n','path':'/o/n'}      | 'o':{'p':true,'n':1}
          {'op':'move','from':'/a/0','path':'/a/2'}    | 'a':[2,3,1]
          """)
  void stepDoesWhatItSays(String operation, String expected) {
    assertThat(patched("[" + operation + "]")).contains(expected);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'op':'add','path':'/none/x','value':1}",
        "{'op':'add','path':'/a/4','value':1}",
        "{'op':'add','path':'/a/01','value':1}",
        "{'op':'add','path':'/a/x','value':1}",
        "{'op':'add','path':'/n/x','value':1}",
        "{'op':'add','path':'/o'}",
        "{'op':'set','path':'/a/3','value':1}",
        "{'op':'replace','path':'/none','value':1}",
        "{'op':'remove','path':'/none'}",
        "{'op':'remove','path':'/a/-'}",
        "{'op':'incr','path':'/o','value':1}",
        "{'op':'incr','path':'/n','value':'1'}",
        "{'op':'incr','path':'/a/-','value':1}",
        "{'op':'move','from':'/none','path':'/n'}",
        "{'op':'move','from':'/o','path':'/o/p'}",
        "{'op':'set','path':'/id','value':'2'}",
        "{'op':'set','path':'/_etag','value':'2'}",
        "{'op':'move','from':'/id','path':'/n'}",
        "{'op':'set','path':'','value':1}",
        "{'op':'set','path':'n','value':1}",
        "{'op':'set','path':'/o//p','value':1}",
        "{'op':'test','path':'/n','value':1}",
        "{'path':'/n','value':1}",
        "1"
      })
  void refusesStepsThatDoNotFit(String operation) {
    assertRefused("[" + operation + "]");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          {'op':'add','path':'/none/x/y','value':1}  | no path found beyond: 'none'.
          {'op':'add','path':'/n/x','value':1}       | no path found beyond: 'n'.
          {'op':'set','path':'/a/3','value':1}       | For Operation(1): Index(3) to operate on is out of array bounds. Its path is /a/3.
          {'op':'set','path':'/a/9/b','value':1}     | Index(9) to operate on is out of array bounds. Its path is /a/9/b.
          {'op':'replace','path':'/none','value':1}  | For Operation(1): Node(/none) to be replaced is absent. Note: it may also have been removed earlier in the transaction.
          {'op':'remove','path':'/none'}             | Node(/none) to be removed is absent.
          {'op':'incr','path':'/o','value':1}        | For Operation(1): Node(/o) is not a number.
          {'op':'move','from':'/none','path':'/n'}   | no path found beyond: 'none'.
          {'op':'move','from':'/a/7','path':'/n'}    | Index(7) to operate on is out of array bounds. Its path is /a/7.
          {'op':'move','from':'/n','path':'/a/7'}    | Index(7) to operate on is out of array bounds. Its path is /a/7.
          """)
  void saysWhatDoesNotFitAsTheServiceDoes(String operation, String sentence) {
    assertThatThrownBy(() -> patched("[" + operation + "]")).hasMessageContaining(sentence);
  }

  @Test
  void stepsFollowEachOther() {
    assertThat(
            patched(
                "{'operations':[{'op':'set','path':'/s','value':{}},"
                    + "{'op':'incr','path':'/s/c','value':1},{'op':'incr','path':'/s/c','value':1}]}"))
        .contains("'s':{'c':2}");
  }

  @Test
  void sumsBeyondWholeNumbersBecomeDoubles() {
    String set = "[{'op':'set','path':'/n','value':9223372036854775807},";
    assertThat(patched(set + "{'op':'incr','path':'/n','value':1}]"))
        .contains("'n':9223372036854776000");
    assertThat(patched(set + "{'op':'incr','path':'/n','value':-1}]"))
        .contains("'n':9223372036854775806");
  }

  @Test
  void hasAsManyStepsAsAllowed() {
    String step = "{'op':'incr','path':'/n','value':1}";
    assertThat(patched("[" + (step + ",").repeat(9) + step + "]")).contains("'n':11");
    assertRefused("[" + (step + ",").repeat(10) + step + "]");
    assertRefused("[]");
    assertRefused("{}");
  }

  @Test
  void conditionMustHold() {
    String patch =
        "{'condition':'from c where c.n = %d','operations':[{'op':'remove','path':'/n'}]}";
    assertThat(patched(patch.formatted(1))).doesNotContain("'n'");
    assertThatThrownBy(() -> patched(patch.formatted(2)))
        .isInstanceOfSatisfying(
            OrreryException.class,
            refusal -> assertThat(refusal.code()).isEqualTo(ErrorCode.PRECONDITION_FAILED));
    assertRefused("{'condition':'nonsense','operations':[{'op':'remove','path':'/n'}]}");
    assertRefused("{'condition':7,'operations':[{'op':'remove','path':'/n'}]}");
  }

  @Test
  void partitionKeyIsOutOfReach() {
    PartitionKeyDefinition key = PartitionKeyDefinition.hash("/o/p");
    for (String path : new String[] {"/o", "/o/p", "/o/p/q"}) {
      Patch patch = parse("[{'op':'set','path':'%s','value':1}]".formatted(path));
      assertThatThrownBy(() -> patch.requireNotIn(key)).isInstanceOf(OrreryException.class);
    }
    parse("[{'op':'set','path':'/o/q','value':1}]").requireNotIn(key);
  }
}
