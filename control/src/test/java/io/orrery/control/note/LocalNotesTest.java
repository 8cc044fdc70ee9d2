// SPDX-License-Identifier: Apache-2.0
package io.orrery.control.note;

import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.model.container.Api;
import io.orrery.storage.MemoryStore;
import io.orrery.storage.Store;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class LocalNotesTest {
  private final Store store = new MemoryStore();
  private final LocalNotes notes = new LocalNotes(store);

  private SortedMap<Long, String> all(Api api, int kind) {
    SortedMap<Long, String> all = new TreeMap<>();
    new LocalNotes(store)
        .forEach(
            api,
            kind,
            (number, content) -> all.put(number, new String(content, StandardCharsets.UTF_8)));
    return all;
  }

  private void put(Api api, int kind, long number, String content) {
    notes.put(api, kind, number, content.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void notesAreFoundAgainByTheirKind() {
    put(Api.MONGO, 1, 7, "seven");
    put(Api.MONGO, 1, Long.MAX_VALUE, "many");
    put(Api.MONGO, 2, 7, "other kind");
    put(Api.SQL, 1, 7, "other API");
    put(Api.MONGO, 1, 7, "seven again");
    assertThat(all(Api.MONGO, 1)).hasToString("{7=seven again, %d=many}".formatted(Long.MAX_VALUE));
    assertThat(all(Api.MONGO, 2)).hasToString("{7=other kind}");
    assertThat(all(Api.TABLE, 1)).isEmpty();
  }

  @Test
  void notesAreTakenAway() {
    put(Api.MONGO, 1, 1, "one");
    put(Api.MONGO, 1, 2, "two");
    put(Api.MONGO, 2, 1, "other kind");
    notes.delete(Api.MONGO, 1, List.of(1L, 5L));
    assertThat(all(Api.MONGO, 1)).hasToString("{2=two}");
    assertThat(all(Api.MONGO, 2)).hasSize(1);
  }
}
