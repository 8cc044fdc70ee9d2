// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway.note;

import io.orrery.control.note.LocalNotes;
import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import io.orrery.model.container.Api;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Small numbered records of one API on this machine. They survive the process, also kill -9; a
/// power loss may take the newest. Nothing that a client was promised may depend on them alone.
public final class ApiNotes {
  private static final Logger LOG = LoggerFactory.getLogger(ApiNotes.class);

  /// One of them.
  public record Note(long number, byte[] content) {}

  private final Optional<LocalNotes> notes;
  private final Api api;
  private final int kind;

  /// @param notes empty where nothing is kept
  /// @param kind one of the API's own, from 0 to 255
  public ApiNotes(Optional<LocalNotes> notes, Api api, int kind) {
    this.notes = notes;
    this.api = api;
    this.kind = kind;
  }

  /// False if it could not be noted. A disk that refuses to be written must not keep anybody from
  /// reading.
  public boolean keep(long number, byte[] content) {
    return whereWritable(each -> each.put(api, kind, number, content));
  }

  /// What could not be taken away is old when it is found.
  public void forget(Collection<Long> numbers) {
    if (!numbers.isEmpty()) {
      boolean _ = whereWritable(each -> each.delete(api, kind, numbers));
    }
  }

  private interface Work {
    void on(LocalNotes notes);
  }

  private boolean whereWritable(Work work) {
    if (notes.isEmpty()) {
      return false;
    }
    try {
      work.on(notes.get());
      return true;
    } catch (OrreryException failure) {
      if (failure.code() != ErrorCode.STORAGE_FAILED) {
        throw failure;
      }
      LOG.debug("nothing can be noted any more", failure);
      return false;
    }
  }

  /// All of them, by number.
  public List<Note> all() {
    List<Note> all = new ArrayList<>();
    notes.ifPresent(
        each -> each.forEach(api, kind, (number, content) -> all.add(new Note(number, content))));
    return all;
  }
}
