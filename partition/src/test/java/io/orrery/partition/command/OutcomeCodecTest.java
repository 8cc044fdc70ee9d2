// SPDX-License-Identifier: Apache-2.0
package io.orrery.partition.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import io.orrery.model.container.Item;
import io.orrery.model.container.ItemVersion;
import io.orrery.partition.Hostility;
import io.orrery.partition.Samples;
import io.orrery.partition.command.Outcome.Refusal;
import io.orrery.partition.command.Outcome.Result;
import io.orrery.partition.command.Outcome.Work;
import io.orrery.plan.update.EditFailure;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class OutcomeCodecTest {
  private static final Item ITEM =
      new Item(
          new ItemVersion(1L << 50, ItemVersion.INDEX_MAX),
          1L << 41,
          1_700_000_000_123L,
          Item.TTL_NEVER,
          true,
          Samples.body("{'a':[1,2.5,'x'],'b':{'c':null}}"));

  static List<Outcome> outcomes() {
    Work work = new Work(1L << 40, Integer.MAX_VALUE);
    List<Outcome> outcomes =
        new ArrayList<>(
            List.of(
                new Outcome.Written(0, List.of()),
                new Outcome.Written(
                    1L << 50,
                    List.of(
                        new Result.Created(ITEM, work),
                        new Result.Replaced(ITEM, Work.NONE),
                        new Result.Deleted(ITEM, work),
                        new Result.Found(ITEM, work),
                        new Result.Modified(ITEM, work, 1L << 33),
                        new Result.Unchanged(ITEM, work))),
                new Outcome.Done(17, 3, true),
                new Outcome.Done(18, 0, false),
                new Outcome.Declined("the key \u00fc is elsewhere"),
                new Outcome.Moved()));
    refusals().forEach(refusal -> outcomes.add(new Outcome.Refused(1L << 50, 99, refusal)));
    return outcomes;
  }

  private static List<Refusal> refusals() {
    return List.of(
        new Refusal.NotFound(),
        new Refusal.Exists(),
        new Refusal.VersionDiffers(ITEM),
        new Refusal.UniqueKeyTaken(9),
        new Refusal.LogicalPartitionFull(20L << 30),
        new Refusal.IndexTooLarge(24 << 20),
        new Refusal.WriteTooLarge(32 << 20),
        new Refusal.TooMuchFound(4 << 20),
        new Refusal.Outdated(),
        new Refusal.ConditionNotMet(ITEM),
        new Refusal.Unfit(new EditFailure(3, EditFailure.Kind.ABSENT, List.of("a", "\u00fc"), 1)),
        new Refusal.ItemTooLarge(3 << 20, 2 << 20),
        new Refusal.NotModified(new Refusal.UniqueKeyTaken(1), 99));
  }

  /// A kind that nobody encodes here would go untested.
  @Test
  void everyKindIsAmongTheSamples() {
    assertThat(refusals())
        .extracting(Refusal::getClass)
        .containsExactlyInAnyOrder(subclasses(Refusal.class));
    assertThat(outcomes()).extracting(Outcome::getClass).contains(subclasses(Outcome.class));
  }

  @SuppressWarnings("unchecked")
  private static <T> Class<? extends T>[] subclasses(Class<T> sealed) {
    return (Class<? extends T>[]) sealed.getPermittedSubclasses();
  }

  @ParameterizedTest
  @MethodSource("outcomes")
  void comesBackAsItWas(Outcome outcome) {
    byte[] bytes = OutcomeCodec.encode(outcome);
    Outcome decoded = OutcomeCodec.decode(bytes);

    assertThat(decoded).usingRecursiveComparison().isEqualTo(outcome);
    assertThat(OutcomeCodec.encode(decoded)).isEqualTo(bytes);
  }

  @Test
  void hostileBytesAreRefused() {
    Hostility.against(OutcomeCodec::decode, outcomes().stream().map(OutcomeCodec::encode).toList());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "", // nothing
        "0205", // another format
        "0163", // another kind
        "010500", // trailing bytes
        "01030501" + "02", // neither more nor not
        "0103ffffffffffffffffff010100", // a negative LSN
        "010105ffffffff07", // two billion results
        "0102050063", // an unknown refusal
        "010205000d050d0509", // the cause of a refusal has a cause
      })
  void brokenOutcomesAreRefused(String hex) {
    assertThatThrownBy(() -> OutcomeCodec.decode(HexFormat.of().parseHex(hex)))
        .isInstanceOfSatisfying(
            OrreryException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CORRUPTED));
  }
}
