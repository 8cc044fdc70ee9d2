// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.read;

import io.orrery.gateway.note.ApiNotes;
import io.orrery.model.item.StoredItems;
import io.orrery.model.value.Value;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;

/// Where clients are in what they read, noted so that a server that starts again knows it
/// (docs/adr/0046).
public final class CursorNotes<C> {
  /// A question that takes more is not worth writing with each of its answers.
  static final int BYTES_MAX = 16 * 1024;

  private static final String CURSOR = "cursor";
  private static final String USED = "used";

  /// How cursors are written.
  public interface Form<C> {
    /// Empty if it cannot go on in another process.
    Optional<Value.Document> write(C cursor);

    C read(Value.Document written);
  }

  /// One that a process before this one has noted.
  record Known<C>(long id, C cursor, long usedMillis) {}

  private final ApiNotes notes;
  private final Form<C> form;

  public CursorNotes(ApiNotes notes, Form<C> form) {
    this.notes = notes;
    this.form = form;
  }

  /// False if it is not noted, and ends with the process.
  boolean keep(long id, C cursor, long usedMillis) {
    Optional<byte[]> written =
        form.write(cursor)
            .map(each -> StoredItems.encode(note(each, usedMillis)))
            .filter(bytes -> bytes.length <= BYTES_MAX);
    return written.isPresent() && notes.keep(id, written.get());
  }

  private static Value.Document note(Value.Document cursor, long usedMillis) {
    LinkedHashMap<String, Value> note = new LinkedHashMap<>();
    note.put(USED, new Value.Int64(usedMillis));
    note.put(CURSOR, cursor);
    return new Value.Document(note);
  }

  void forget(Collection<Long> ids) {
    notes.forget(ids);
  }

  /// Those not used for longest first.
  List<Known<C>> all() {
    List<Known<C>> all = new ArrayList<>();
    for (ApiNotes.Note note : notes.all()) {
      if (StoredItems.decode(note.content()) instanceof Value.Document known
          && known.property(USED) instanceof Value.Int64(long used)
          && known.property(CURSOR) instanceof Value.Document cursor) {
        all.add(new Known<>(note.number(), form.read(cursor), used));
      }
    }
    all.sort(Comparator.comparingLong(Known::usedMillis));
    return all;
  }
}
