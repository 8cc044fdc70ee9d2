// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.stream;

import io.orrery.api.mongo.command.MongoError;
import io.orrery.api.mongo.command.MongoFailure;
import io.orrery.model.OrreryException;
import io.orrery.model.encoding.ByteReader;
import io.orrery.model.encoding.ByteWriter;
import io.orrery.model.key.EffectivePartitionKey;
import io.orrery.model.key.HashRange;
import io.orrery.model.value.Value;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// How far a stream has been told: a place in each range of hashes of each collection. Splits do
/// not matter, since the children of a partition go on counting where it ended.
///
/// @param startMillis older changes are left out; 0 for none
/// @param invalidate whether the stream has ended with this event
/// @param places by number of collection
record ResumeToken(long startMillis, boolean invalidate, Map<Integer, List<Place>> places) {
  private static final int FORM = 1;
  private static final String FIELD = "_data";
  private static final int LENGTH_MAX = 1 << 22;

  /// Everything in the range up to a change has been told.
  ///
  /// @param index which change of the LSN
  record Place(HashRange range, long lsn, int index) {
    static final int LAST = Integer.MAX_VALUE;
  }

  Value.Document document() {
    ByteWriter out = new ByteWriter(128);
    out.writeByte(FORM).writeByte(invalidate ? 1 : 0).writeVarint(startMillis);
    out.writeVarint(places.size());
    places.forEach(
        (number, each) -> {
          out.writeVarint(number).writeVarint(each.size());
          for (Place place : each) {
            out.writeBlock(place.range().min().bytes()).writeBlock(place.range().max().bytes());
            out.writeVarint(place.lsn()).writeVarint(place.index());
          }
        });
    LinkedHashMap<String, Value> token = new LinkedHashMap<>();
    token.put(FIELD, new Value.Text(HexFormat.of().formatHex(out.toByteArray())));
    return new Value.Document(token);
  }

  /// Fails with INVALID_RESUME_TOKEN unless it is one of ours.
  static ResumeToken read(Value.Document token) {
    if (token.property(FIELD) instanceof Value.Text(String hex) && hex.length() < LENGTH_MAX) {
      try {
        return read(new ByteReader(HexFormat.of().parseHex(hex)));
      } catch (OrreryException | IllegalArgumentException | IndexOutOfBoundsException foreign) {
        throw invalid();
      }
    }
    throw invalid();
  }

  private static ResumeToken read(ByteReader in) {
    if (in.readByte() != FORM) {
      throw invalid();
    }
    boolean invalidate = in.readByte() == 1;
    long startMillis = in.readVarint();
    Map<Integer, List<Place>> places = new LinkedHashMap<>();
    for (int collections = in.readLength(); collections > 0; collections--) {
      int number = in.readLength();
      List<Place> each = new ArrayList<>();
      for (int count = in.readLength(); count > 0; count--) {
        HashRange range =
            new HashRange(
                EffectivePartitionKey.of(in.readBlock()), EffectivePartitionKey.of(in.readBlock()));
        each.add(new Place(range, in.readVarint(), (int) in.readVarint()));
      }
      places.put(number, each);
    }
    return new ResumeToken(startMillis, invalidate, places);
  }

  private static MongoFailure invalid() {
    return new MongoFailure(
        MongoError.INVALID_RESUME_TOKEN, "The resume token was not made by this server.");
  }
}
