// SPDX-License-Identifier: Apache-2.0
package io.orrery.partition.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import io.orrery.model.container.Cell;
import io.orrery.model.container.Counters;
import io.orrery.model.container.Item;
import io.orrery.model.container.ItemKey;
import io.orrery.model.container.ItemVersion;
import io.orrery.model.key.EffectivePartitionKey;
import io.orrery.model.key.RowRange;
import io.orrery.model.value.Value;
import io.orrery.model.value.Value.Null;
import io.orrery.partition.Hostility;
import io.orrery.partition.Samples;
import io.orrery.plan.update.Edit;
import io.orrery.plan.update.Operation;
import io.orrery.plan.update.Operation.NewItem;
import io.orrery.plan.update.Update;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class CommandCodecTest {
  private static final long TIME = 1_700_000_000_123L;

  private static final Update UPDATE =
      Update.of(new Edit.Remove(List.of("a", "b"), true), new Edit.Add(List.of("c"), Null.NULL));

  static List<Command> commands() {
    ItemKey key = Samples.key("a\0b", "id");
    NewItem item = new NewItem(Samples.body("{'a':[1,2.5,'x'],'b':{'c':null}}"), 60, true);
    NewItem hidden = new NewItem(Samples.body("{}"), Item.TTL_NEVER, false);
    ItemVersion version = new ItemVersion(1L << 50, ItemVersion.INDEX_MAX);
    var at = EffectivePartitionKey.parse("1FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF");
    return List.of(
        new Command.Write(0, List.of()),
        new Command.Write(
            TIME,
            List.of(
                new Operation.Create(key, item),
                new Operation.Create(key, hidden),
                new Operation.Replace(key, item, null),
                new Operation.Replace(key, hidden, version),
                new Operation.Replace(key, item, version, true),
                new Operation.Upsert(key, item, null),
                new Operation.Upsert(key, hidden, version),
                new Operation.Delete(key, null),
                new Operation.Delete(key, version),
                new Operation.Read(key, null),
                new Operation.Read(key, version),
                new Operation.Modify(key, UPDATE, null, version),
                new Operation.Modify(key, UPDATE, hidden, null),
                new Operation.Merge(
                    key,
                    List.of(
                        new Cell.Live(List.of(), -5, Value.Undefined.UNDEFINED, Cell.NEVER),
                        new Cell.Live(List.of("c", "\ud800"), 7, Null.NULL, TIME),
                        new Cell.Deleted(List.of("c"), Long.MIN_VALUE, TIME))))),
        new Command.Write(
            TIME,
            List.of(
                new Expectation.Version(key, version),
                new Expectation.Version(key, null),
                new Expectation.Unchanged(key, 1L << 50)),
            List.of(new Operation.Delete(key, null))),
        new Command.DeleteLogicalPartition(TIME, key),
        new Command.DeleteRows(TIME, key, RowRange.ALL, -5),
        new Command.DeleteRows(TIME, key, RowRange.prefix(new byte[] {1, 2}), Long.MAX_VALUE),
        new Command.Configure(TIME, Samples.PLAIN),
        new Command.Configure(TIME, Samples.RICH),
        new Command.Sweep(TIME, 1),
        new Command.Reindex(TIME, 100),
        new Command.TakeOver(TIME, Command.STEP_MAX),
        new Command.PurgeHistory(TIME, 7),
        new Command.PrepareSplit(TIME, at),
        new Command.CancelSplit(TIME),
        new Command.Split(TIME, at, 4, 5, new Counters(3, 1L << 40, -12)));
  }

  @ParameterizedTest
  @MethodSource("commands")
  void comesBackAsItWas(Command command) {
    byte[] bytes = CommandCodec.encode(command);
    Command decoded = CommandCodec.decode(bytes);

    assertThat(decoded).usingRecursiveComparison().isEqualTo(command);
    assertThat(CommandCodec.encode(decoded)).isEqualTo(bytes);
  }

  /// These bytes stand in logs: whoever changes them needs a new code, not a new expectation.
  @Test
  void bytesStayWhatTheyAre() {
    var write =
        new Command.Write(
            5,
            List.of(
                new Operation.Upsert(
                    ItemKey.of(EffectivePartitionKey.parse("0A"), new byte[] {1}, new byte[] {2}),
                    new NewItem(new byte[] {9}, -1, true),
                    new ItemVersion(300, 1))));

    assertThat(HexFormat.of().formatHex(CommandCodec.encode(write)))
        .isEqualTo("010105" + "01" + "c3" + "060a0001020002" + "ac0201" + "01" + "0109");
    assertThat(HexFormat.of().formatHex(CommandCodec.encode(new Command.TakeOver(5, 128))))
        .isEqualTo("010605" + "8001");
  }

  @Test
  void hostileBytesAreRefused() {
    Hostility.against(CommandCodec::decode, commands().stream().map(CommandCodec::encode).toList());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "", // nothing
        "020105", // another format
        "0163" + "05", // another kind
        "010405" + "00", // a step of nothing
        "010405" + "808004", // a step of 65536
        "010905" + "00", // trailing bytes
        "0109ffffffffffffffffff01", // a negative time
        "010105ffffffff07", // two billion operations
        "010105018100050a00", // a delete that is to be indexed
      })
  void brokenCommandsAreRefused(String hex) {
    assertThatThrownBy(() -> CommandCodec.decode(HexFormat.of().parseHex(hex)))
        .isInstanceOfSatisfying(
            OrreryException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CORRUPTED));
  }
}
