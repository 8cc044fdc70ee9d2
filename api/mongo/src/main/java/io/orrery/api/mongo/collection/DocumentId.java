// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.collection;

import io.orrery.api.mongo.command.MongoError;
import io.orrery.api.mongo.command.MongoFailure;
import io.orrery.gateway.ContainerHandle;
import io.orrery.model.container.ItemKey;
import io.orrery.model.encoding.ByteWriter;
import io.orrery.model.encoding.KeyEncoding;
import io.orrery.model.key.PartitionKey;
import io.orrery.model.value.Value;
import io.orrery.model.value.ValueOrder;
import java.time.InstantSource;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;

/// The `_id` of a document as the key of its item.
public final class DocumentId {
  public static final String FIELD = "_id";

  private static final int KEY_BYTES_MAX = 2048;
  private static final int LOW_24_BITS = 0xFF_FFFF;

  /// Tells ids of this process from those of others, and one from the next.
  private static final long PROCESS = ThreadLocalRandom.current().nextLong() & 0xFF_FFFF_FFFFL;

  private static final Set<Value.Kind> NO_IDS =
      EnumSet.of(Value.Kind.ARRAY, Value.Kind.REGULAR_EXPRESSION, Value.Kind.UNDEFINED);

  private static final AtomicInteger NEXT =
      new AtomicInteger(ThreadLocalRandom.current().nextInt());

  private DocumentId() {}

  /// The key of the document with an id in a logical partition. Fails with INVALID_ID_FIELD if no
  /// document can have it.
  static ItemKey key(ContainerHandle collection, PartitionKey partition, Value id) {
    if (NO_IDS.contains(id.kind())) {
      throw new MongoFailure(
          MongoError.INVALID_ID_FIELD,
          "The '_id' value cannot be of type " + id.kind().name().toLowerCase(Locale.ROOT));
    }
    ByteWriter out = new ByteWriter(32);
    KeyEncoding.write(out, id, ValueOrder.BSON);
    if (out.size() > KEY_BYTES_MAX) {
      throw new MongoFailure(
          MongoError.KEY_TOO_LONG,
          "The '_id' takes %d bytes as a key, more than the %d it may take."
              .formatted(out.size(), KEY_BYTES_MAX));
    }
    return collection.key(partition, out.toByteArray());
  }

  /// A new one, as drivers make them.
  public static Value.ObjectId generate(InstantSource clock) {
    long seconds = clock.millis() / 1000;
    int count = NEXT.getAndIncrement() & LOW_24_BITS;
    long high = (seconds << Integer.SIZE) | (PROCESS >>> 8);
    return new Value.ObjectId(high, (int) ((PROCESS & 0xFF) << 24) | count);
  }
}
