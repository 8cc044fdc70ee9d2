// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.orrery.model.ErrorCode;
import io.orrery.model.Limits;
import io.orrery.model.OrreryException;
import io.orrery.model.catalog.Resource;
import io.orrery.model.catalog.StoredScript;
import io.orrery.model.catalog.StoredScript.Kind;
import io.orrery.model.catalog.StoredScript.Moment;
import io.orrery.model.catalog.StoredScript.Occasion;
import io.orrery.model.catalog.StoredScript.Trigger;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ScriptStoreTest {
  private static final Trigger PRE_CREATE = new Trigger(Moment.PRE, Occasion.CREATE);

  private final StoresBed bed = new StoresBed(Limits.DEFAULT.with(Limits.Name.TRIGGERS, 2));
  private ScriptStore scripts = open();

  private ScriptStore open() {
    bed.restart();
    return new ScriptStore(bed.plane().catalog(), bed.limits());
  }

  @AfterEach
  void close() {
    bed.close();
  }

  @Test
  void scriptsSurviveARestart() {
    StoredScript procedure = scripts.create(1, Kind.STORED_PROCEDURE, "p", "function () {}", null);
    StoredScript trigger = scripts.create(1, Kind.TRIGGER, "t", "function () {}", PRE_CREATE);
    StoredScript changed = scripts.replace(procedure, "q", "function (ä) {}", null);
    scripts = open();
    assertThat(scripts.all(1, Kind.STORED_PROCEDURE)).containsExactly(changed);
    assertThat(scripts.all(1, Kind.TRIGGER)).containsExactly(trigger);
    assertThat(scripts.find(1, Kind.STORED_PROCEDURE, "p")).isEmpty();
    assertThat(scripts.find(1, Kind.STORED_PROCEDURE, procedure.number())).contains(changed);
    assertThat(scripts.create(1, Kind.STORED_PROCEDURE, "p", "x", null).number())
        .isGreaterThan(trigger.number());
  }

  @Test
  void namesAreUniqueAmongTheirKind() {
    StoredScript a = scripts.create(1, Kind.STORED_PROCEDURE, "a", "x", null);
    StoredScript b = scripts.create(1, Kind.STORED_PROCEDURE, "b", "x", null);
    StoredScript elsewhere = scripts.create(2, Kind.STORED_PROCEDURE, "a", "x", null);
    StoredScript otherKind = scripts.create(1, Kind.USER_DEFINED_FUNCTION, "a", "x", null);
    assertThat(List.of(a, b, elsewhere, otherKind)).doesNotHaveDuplicates();
    assertFails(ErrorCode.CONFLICT, () -> scripts.create(1, Kind.STORED_PROCEDURE, "a", "x", null));
    assertFails(ErrorCode.CONFLICT, () -> scripts.replace(b, "a", "x", null));
  }

  @Test
  void aContainerHasSoManyOfEachKind() {
    StoredScript first = scripts.create(1, Kind.TRIGGER, "a", "x", PRE_CREATE);
    scripts.create(1, Kind.TRIGGER, "b", "x", PRE_CREATE);
    assertFails(
        ErrorCode.LIMIT_EXCEEDED, () -> scripts.create(1, Kind.TRIGGER, "c", "x", PRE_CREATE));
    scripts.delete(first);
    assertThat(scripts.create(1, Kind.TRIGGER, "c", "x", PRE_CREATE).name()).isEqualTo("c");
  }

  @Test
  void whatIsDeletedIsGone() {
    StoredScript a = scripts.create(1, Kind.STORED_PROCEDURE, "a", "x", null);
    scripts.create(1, Kind.USER_DEFINED_FUNCTION, "f", "x", null);
    StoredScript other = scripts.create(2, Kind.STORED_PROCEDURE, "a", "x", null);
    bed.plane().deleteContainer("database 1", "c");
    assertFails(ErrorCode.NOT_FOUND, () -> scripts.delete(a));
    assertFails(ErrorCode.NOT_FOUND, () -> scripts.replace(a, "b", "x", null));
    scripts = open();
    assertThat(scripts.all(1, Kind.USER_DEFINED_FUNCTION)).isEmpty();
    assertThat(scripts.all(2, Kind.STORED_PROCEDURE)).containsExactly(other);
  }

  @Test
  void damagedRecordsAreNoticed() {
    byte[] bytes = scripts.create(1, Kind.TRIGGER, "t", "x", PRE_CREATE).encode();
    for (int i = 0; i < bytes.length; i++) {
      byte[] shorter = java.util.Arrays.copyOf(bytes, i);
      assertFails(ErrorCode.CORRUPTED, () -> Resource.decode(shorter));
    }
    bytes[bytes.length - 1] = 99;
    assertFails(ErrorCode.CORRUPTED, () -> Resource.decode(bytes));
  }

  private static void assertFails(ErrorCode code, Runnable action) {
    assertThatThrownBy(action::run)
        .isInstanceOfSatisfying(
            OrreryException.class, failure -> assertThat(failure.code()).isEqualTo(code));
  }
}
