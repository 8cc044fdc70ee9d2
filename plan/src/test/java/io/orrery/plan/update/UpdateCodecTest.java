// SPDX-License-Identifier: Apache-2.0
package io.orrery.plan.update;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import io.orrery.model.encoding.ByteReader;
import io.orrery.model.encoding.ByteWriter;
import io.orrery.model.value.Value;
import io.orrery.model.value.ValueOrder;
import io.orrery.plan.expression.ComparisonSemantics;
import io.orrery.plan.expression.PlanExpression;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class UpdateCodecTest {
  private static final List<String> PATH = List.of("a", "\ud800", "-");
  private static final Value VALUE = new Value.Array(List.of(new Value.Text("x"), Value.Null.NULL));

  private static final PlanExpression CONDITION =
      new PlanExpression.Compare(
          ComparisonSemantics.BSON,
          PlanExpression.Operator.LESS,
          new PlanExpression.Path(PlanExpression.Root.Element.ELEMENT, List.of("x")),
          new PlanExpression.Constant(VALUE));

  private static final List<Edit> EDITS =
      List.of(
          new Edit.Set(PATH, VALUE, Edit.Parents.CREATED),
          new Edit.SetOnInsert(PATH, VALUE),
          new Edit.Add(PATH, VALUE),
          new Edit.Replace(PATH, VALUE),
          new Edit.Remove(PATH, true),
          new Edit.Increment(
              PATH, new Value.Int64(-1), Edit.Arithmetic.TYPED, Edit.Parents.REQUIRED),
          new Edit.Minimum(PATH, VALUE, ValueOrder.BSON),
          new Edit.Maximum(PATH, VALUE, ValueOrder.CQL),
          new Edit.Move(PATH, List.of("b"), false),
          new Edit.Push(PATH, List.of(VALUE, VALUE), -3),
          new Edit.AddToSet(PATH, List.of(VALUE), ValueOrder.BSON),
          new Edit.Pull(PATH, CONDITION),
          new Edit.CurrentTime(PATH, Edit.TimeForm.TIMESTAMP),
          new Edit.KeepWithin(new MemberLimits(255, 1 << 20)));

  private static byte[] encode(Update update) {
    ByteWriter out = new ByteWriter();
    UpdateCodec.write(out, update);
    return out.toByteArray();
  }

  private static Update decode(byte[] bytes) {
    ByteReader in = new ByteReader(bytes);
    Update update = UpdateCodec.read(in);
    in.requireEnd();
    return update;
  }

  @Test
  void everyKindOfEditIsAmongTheSamples() {
    assertThat(EDITS.stream().map(Object::getClass))
        .containsExactlyInAnyOrder(Edit.class.getPermittedSubclasses());
  }

  @Test
  void comesBackAsItWas() {
    for (Update update :
        List.of(
            new Update(EDITS, CONDITION, "ttl", true), new Update(List.of(), null, null, false))) {
      assertThat(decode(encode(update))).isEqualTo(update);
    }
  }

  @Test
  void failuresComeBackAsTheyWere() {
    int edit = -1;
    for (EditFailure.Kind kind : EditFailure.Kind.values()) {
      EditFailure failure = new EditFailure(edit++, kind, PATH, 2);
      ByteWriter out = new ByteWriter();
      UpdateCodec.write(out, failure);
      assertThat(UpdateCodec.readFailure(new ByteReader(out.toByteArray()))).isEqualTo(failure);
    }
  }

  /// These bytes stand in logs: whoever changes them needs a new code, not a new expectation.
  @Test
  void bytesStayWhatTheyAre() {
    Update update =
        new Update(
            List.of(new Edit.Set(List.of("a"), new Value.Int32(1), Edit.Parents.CREATED)),
            null,
            "ttl",
            true);
    assertThat(HexFormat.of().formatHex(encode(update)))
        .startsWith("06" + "0374746c" + "01" + "01" + "010161" + "01");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "08", "00ffffffff07", "000163", "000104" + "00", "0001050101610" + "2"})
  void brokenUpdatesAreRefused(String hex) {
    assertThatThrownBy(() -> decode(HexFormat.of().parseHex(hex)))
        .isInstanceOfSatisfying(
            OrreryException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CORRUPTED));
  }

  @Test
  void noiseEndsInRefusalsAlone() {
    byte[] good = encode(new Update(EDITS, CONDITION, "ttl", true));
    Random random = new Random(5);
    for (int round = 0; round < 3000; round++) {
      byte[] bad = Arrays.copyOf(good, random.nextInt(good.length + 1));
      for (int i = random.nextInt(4); i > 0 && bad.length > 0; i--) {
        bad[random.nextInt(bad.length)] = (byte) random.nextInt(256);
      }
      try {
        decode(bad);
      } catch (OrreryException e) {
        assertThat(e.code()).as("round %d", round).isEqualTo(ErrorCode.CORRUPTED);
      }
    }
  }
}
