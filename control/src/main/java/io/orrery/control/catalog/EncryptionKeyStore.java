// SPDX-License-Identifier: Apache-2.0
package io.orrery.control.catalog;

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
import java.util.function.Function;

/// The client encryption keys of all databases, durable. Looking something up never waits; changes
/// are one at a time. A key goes only with its database: items that cannot be decrypted without it
/// may be anywhere.
public final class EncryptionKeyStore {

  private record Name(int database, String name) implements Comparable<Name> {
    private static final Comparator<Name> ORDER =
        Comparator.comparingInt(Name::database).thenComparing(Name::name);

    @Override
    public int compareTo(Name other) {
      return ORDER.compare(this, other);
    }
  }

  private final Store store;
  private final Limits limits;
  private final InstantSource clock;
  private final ConcurrentNavigableMap<Name, ClientEncryptionKey> keys =
      new ConcurrentSkipListMap<>();
  private final ReentrantLock changing = new ReentrantLock();
  private int numberNext; // guarded by changing

  private EncryptionKeyStore(Store store, Limits limits, InstantSource clock) {
    this.store = store;
    this.limits = limits;
    this.clock = clock;
    byte[] number = store.get(Family.META, CatalogKind.ENCRYPTION_KEY_NUMBER.key());
    this.numberNext = number == null ? 1 : new ByteReader(number).readLength();
    try (Cursor cursor = CatalogKind.ENCRYPTION_KEY.scan(store)) {
      while (cursor.next()) {
        ClientEncryptionKey key = ClientEncryptionKey.decode(cursor.value());
        keys.put(name(key), key);
      }
    }
  }

  public static EncryptionKeyStore open(Store store, Limits limits, InstantSource clock) {
    return new EncryptionKeyStore(store, limits, clock);
  }

  /// The keys of a database, by name.
  public List<ClientEncryptionKey> all(int database) {
    return List.copyOf(keys.subMap(new Name(database, ""), new Name(database + 1, "")).values());
  }

  public Optional<ClientEncryptionKey> find(int database, String name) {
    return Optional.ofNullable(keys.get(new Name(database, name)));
  }

  public Optional<ClientEncryptionKey> find(int database, int number) {
    return all(database).stream().filter(each -> each.number() == number).findFirst();
  }

  /// Fails with CONFLICT if the database has a key of this name, with LIMIT_EXCEEDED if it has as
  /// many as it may.
  public ClientEncryptionKey create(int database, String name, byte[] properties) {
    ResourceName.require("client encryption key", name, limits);
    changing.lock();
    try {
      if (find(database, name).isPresent()) {
        throw new OrreryException(
            ErrorCode.CONFLICT, "There is a client encryption key %s already.".formatted(name));
      }
      if (all(database).size() >= limits.clientEncryptionKeys()) {
        throw new OrreryException(
            ErrorCode.LIMIT_EXCEEDED,
            "The database has %d client encryption keys, as many as it may."
                .formatted(limits.clientEncryptionKeys()));
      }
      ClientEncryptionKey key =
          new ClientEncryptionKey(database, numberNext, name, clock.millis(), 1, properties);
      Batch batch = store.newBatch();
      batch.put(
          Family.META,
          CatalogKind.ENCRYPTION_KEY_NUMBER.key(),
          new ByteWriter().writeVarint(numberNext + 1L).toByteArray());
      put(batch, key);
      store.write(batch);
      numberNext++;
      keys.put(name(key), key);
      return key;
    } finally {
      changing.unlock();
    }
  }

  /// Stores a key wrapped anew.
  ///
  /// @param properties those it has from now on, made from the present key; what the function
  ///   throws is passed on, and nothing is changed then
  public ClientEncryptionKey rewrap(
      ClientEncryptionKey key, Function<ClientEncryptionKey, byte[]> properties) {
    changing.lock();
    try {
      ClientEncryptionKey current =
          find(key.database(), key.number())
              .orElseThrow(
                  () ->
                      new OrreryException(
                          ErrorCode.NOT_FOUND,
                          "The client encryption key does not exist any more."));
      ClientEncryptionKey changed = current.rewrapped(properties.apply(current), clock.millis());
      Batch batch = store.newBatch();
      put(batch, changed);
      store.write(batch);
      keys.put(name(changed), changed);
      return changed;
    } finally {
      changing.unlock();
    }
  }

  /// Deletes the keys of a database that is being deleted.
  public void forgetDatabase(int database) {
    changing.lock();
    try {
      List<ClientEncryptionKey> gone = all(database);
      Batch batch = store.newBatch();
      gone.forEach(key -> batch.delete(Family.META, recordKey(key)));
      store.write(batch);
      gone.forEach(key -> keys.remove(name(key)));
    } finally {
      changing.unlock();
    }
  }

  private static Name name(ClientEncryptionKey key) {
    return new Name(key.database(), key.name());
  }

  private static void put(Batch batch, ClientEncryptionKey key) {
    batch.put(Family.META, recordKey(key), key.encode());
  }

  private static byte[] recordKey(ClientEncryptionKey key) {
    return CatalogKind.ENCRYPTION_KEY.key(key.database(), key.number());
  }
}
