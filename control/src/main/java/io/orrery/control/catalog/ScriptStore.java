// SPDX-License-Identifier: Apache-2.0
package io.orrery.control.catalog;

import io.orrery.control.catalog.StoredScript.Kind;
import io.orrery.control.catalog.StoredScript.Trigger;
import io.orrery.model.ErrorCode;
import io.orrery.model.Limits;
import io.orrery.model.OrreryException;
import io.orrery.model.ResourceName;
import io.orrery.model.encoding.ByteReader;
import io.orrery.model.encoding.ByteWriter;
import io.orrery.storage.Batch;
import io.orrery.storage.Cursor;
import io.orrery.storage.Family;
import io.orrery.storage.Store;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// The scripts of all containers, durable. Looking something up never waits; changes are one at a
/// time.
public final class ScriptStore {
  private record Name(int container, Kind kind, String name) implements Comparable<Name> {
    private static final Comparator<Name> ORDER =
        Comparator.comparingInt(Name::container)
            .thenComparing(Name::kind)
            .thenComparing(Name::name);

    @Override
    public int compareTo(Name other) {
      return ORDER.compare(this, other);
    }
  }

  private final Store store;
  private final Limits limits;
  private final InstantSource clock;
  private final ConcurrentNavigableMap<Name, StoredScript> scripts = new ConcurrentSkipListMap<>();
  private final ReentrantLock changing = new ReentrantLock();
  private int numberNext; // guarded by changing

  private ScriptStore(Store store, Limits limits, InstantSource clock) {
    this.store = store;
    this.limits = limits;
    this.clock = clock;
    byte[] number = store.get(Family.META, CatalogKind.SCRIPT_NUMBER.key());
    this.numberNext = number == null ? 1 : new ByteReader(number).readLength();
    try (Cursor cursor = CatalogKind.SCRIPT.scan(store)) {
      while (cursor.next()) {
        StoredScript script = StoredScript.decode(cursor.value());
        scripts.put(name(script), script);
      }
    }
  }

  public static ScriptStore open(Store store, Limits limits, InstantSource clock) {
    return new ScriptStore(store, limits, clock);
  }

  /// The scripts of a kind, by name.
  public List<StoredScript> all(int container, Kind kind) {
    return List.copyOf(
        scripts
            .tailMap(new Name(container, kind, ""))
            .headMap(new Name(container, kind, "\uffff\uffff"))
            .values());
  }

  public Optional<StoredScript> find(int container, Kind kind, String name) {
    return Optional.ofNullable(scripts.get(new Name(container, kind, name)));
  }

  public Optional<StoredScript> find(int container, Kind kind, int number) {
    return all(container, kind).stream().filter(each -> each.number() == number).findFirst();
  }

  /// Fails with CONFLICT if the container has one of this kind and name, with LIMIT_EXCEEDED if it
  /// has as many as it may.
  public StoredScript create(
      int container, Kind kind, String name, String body, @Nullable Trigger trigger) {
    ResourceName.requireScript(name, limits);
    changing.lock();
    try {
      requireFree(container, kind, name);
      int count = all(container, kind).size();
      if (count >= max(kind)) {
        throw new OrreryException(
            ErrorCode.LIMIT_EXCEEDED,
            "The container has %d scripts of this kind, as many as it may.".formatted(count));
      }
      StoredScript script =
          new StoredScript(container, kind, numberNext, name, clock.millis(), 1, body, trigger);
      Batch batch = store.newBatch();
      byte[] next = new ByteWriter().writeVarint(numberNext + 1L).toByteArray();
      batch.put(Family.META, CatalogKind.SCRIPT_NUMBER.key(), next);
      batch.put(Family.META, key(script), script.encode());
      store.write(batch);
      numberNext++;
      scripts.put(name(script), script);
      return script;
    } finally {
      changing.unlock();
    }
  }

  /// Fails with CONFLICT if there is another of the new name.
  public StoredScript replace(
      StoredScript script, String name, String body, @Nullable Trigger trigger) {
    ResourceName.requireScript(name, limits);
    changing.lock();
    try {
      StoredScript current = require(script);
      if (!current.name().equals(name)) {
        requireFree(current.container(), current.kind(), name);
      }
      StoredScript changed = current.changed(name, body, trigger, clock.millis());
      Batch batch = store.newBatch();
      batch.put(Family.META, key(changed), changed.encode());
      store.write(batch);
      scripts.put(name(changed), changed);
      if (!current.name().equals(name)) {
        scripts.remove(name(current));
      }
      return changed;
    } finally {
      changing.unlock();
    }
  }

  public void delete(StoredScript script) {
    changing.lock();
    try {
      StoredScript current = require(script);
      Batch batch = store.newBatch();
      batch.delete(Family.META, key(current));
      store.write(batch);
      scripts.remove(name(current));
    } finally {
      changing.unlock();
    }
  }

  /// Deletes all scripts of a container that was deleted.
  public void forgetContainer(int container) {
    for (Kind kind : Kind.values()) {
      all(container, kind).forEach(this::delete);
    }
  }

  private int max(Kind kind) {
    return switch (kind) {
      case STORED_PROCEDURE -> limits.storedProcedures();
      case TRIGGER -> limits.triggers();
      case USER_DEFINED_FUNCTION -> limits.userDefinedFunctions();
    };
  }

  private void requireFree(int container, Kind kind, String name) {
    if (find(container, kind, name).isPresent()) {
      throw new OrreryException(
          ErrorCode.CONFLICT, "There is a script %s of this kind already.".formatted(name));
    }
  }

  private StoredScript require(StoredScript script) {
    return find(script.container(), script.kind(), script.number())
        .orElseThrow(
            () -> new OrreryException(ErrorCode.NOT_FOUND, "The script does not exist any more."));
  }

  private static Name name(StoredScript script) {
    return new Name(script.container(), script.kind(), script.name());
  }

  private static byte[] key(StoredScript script) {
    return new ByteWriter(11)
        .writeBytes(CatalogKind.SCRIPT.key(script.container()))
        .writeByte(script.kind().code)
        .writeInt(script.number())
        .toByteArray();
  }
}
