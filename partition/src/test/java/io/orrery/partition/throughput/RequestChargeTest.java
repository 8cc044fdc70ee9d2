// SPDX-License-Identifier: Apache-2.0
package io.orrery.partition.throughput;

import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.model.container.Item;
import io.orrery.model.container.ItemVersion;
import io.orrery.model.container.RequestCharge;
import io.orrery.partition.Samples;
import io.orrery.partition.command.Outcome.Result;
import io.orrery.partition.command.Outcome.Work;
import org.junit.jupiter.api.Test;

class RequestChargeTest {
  private static final int KILOBYTE = 1024;
  private static final Item ITEM =
      new Item(new ItemVersion(1, 0), 1, 0, 0, true, Samples.body("{}"));

  @Test
  void pointReads() {
    assertThat(Charges.read(0).units()).isEqualTo(1.0);
    assertThat(Charges.read(KILOBYTE).units()).isEqualTo(1.0);
    assertThat(Charges.read(KILOBYTE + 1).units()).isGreaterThan(1.0);
    assertThat(Charges.read(100 * KILOBYTE).units()).isBetween(9.5, 10.5);
  }

  @Test
  void writes() {
    Work small = new Work(KILOBYTE, 10);
    Work large = new Work(100 * KILOBYTE, 0);

    assertThat(Charges.of(new Result.Created(ITEM, new Work(100, 4))).units())
        .as("an id, a partition key, a text and the time, all indexed")
        .isEqualTo(6.29);
    assertThat(Charges.of(new Result.Created(ITEM, new Work(KILOBYTE, 0))).units())
        .isBetween(4.9, 5.1);
    assertThat(Charges.of(new Result.Created(ITEM, small)).units()).isBetween(7.0, 9.0);
    assertThat(Charges.of(new Result.Created(ITEM, large)).units()).isBetween(45.0, 55.0);
    assertThat(Charges.of(new Result.Deleted(ITEM, small)).units()).isBetween(7.0, 9.0);
    assertThat(Charges.of(new Result.Replaced(ITEM, small)).units()).isBetween(12.0, 14.0);
    assertThat(Charges.of(new Result.Found(ITEM, new Work(KILOBYTE, 0))).units()).isEqualTo(1.0);
  }

  @Test
  void nothingIsFree() {
    assertThat(RequestCharge.NONE.orLeast().units()).isEqualTo(0.38);
    assertThat(Charges.read(0).orLeast()).isEqualTo(Charges.read(0));
  }

  @Test
  void sameWorkSameCharge() {
    Work work = new Work(12_345, 17);
    RequestCharge charge = Charges.of(new Result.Created(ITEM, work));

    assertThat(Charges.of(new Result.Created(ITEM, work))).isEqualTo(charge);
    RequestCharge sum = RequestCharge.NONE;
    for (int i = 0; i < 1000; i++) {
      sum = sum.plus(charge);
    }
    assertThat(sum.thousandths()).isEqualTo(1000 * charge.thousandths());
  }

  @Test
  void scansGrowWithWhatTheyRead() {
    assertThat(Charges.scan(0, 0).units()).isBetween(2.0, 3.0);
    assertThat(Charges.scan(100, KILOBYTE).thousandths())
        .isGreaterThan(Charges.scan(10, KILOBYTE).thousandths());
  }

  @Test
  void readsAsPeopleWriteIt() {
    assertThat(new RequestCharge(5_070)).hasToString("5.070");
  }
}
