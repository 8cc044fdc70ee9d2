// SPDX-License-Identifier: Apache-2.0
package io.orrery.control.catalog;

import io.orrery.control.catalog.CatalogOutcome.Refusal;
import io.orrery.model.OrreryException;
import io.orrery.model.catalog.CatalogRecord;
import io.orrery.model.encoding.ByteReader;
import io.orrery.model.encoding.ByteWriter;

/// Outcomes of the catalog as bytes. Codes are never used again for anything else.
public final class CatalogOutcomeCodec {
  private static final int FORMAT = 1;

  private static final int STORED = 1;
  private static final int REMOVED = 2;
  private static final int REFUSED = 3;
  private static final int NOT_LEADER = 4;

  private CatalogOutcomeCodec() {}

  public static byte[] encode(CatalogOutcome outcome) {
    ByteWriter out = new ByteWriter(256).writeByte(FORMAT);
    switch (outcome) {
      case CatalogOutcome.Stored(CatalogRecord record) ->
          out.writeByte(STORED)
              .writeBlock(CatalogLayout.key(record).bytes())
              .writeBlock(record.encode());
      case CatalogOutcome.Removed _ -> out.writeByte(REMOVED);
      case CatalogOutcome.Refused(Refusal reason) ->
          out.writeByte(REFUSED).writeByte(reason.code());
      case CatalogOutcome.NotLeader _ -> out.writeByte(NOT_LEADER);
    }
    return out.toByteArray();
  }

  /// Reads what [#encode] wrote; fails with CORRUPTED if it is anything else.
  public static CatalogOutcome decode(byte[] bytes) {
    ByteReader in = new ByteReader(bytes);
    int format = in.readByte();
    if (format != FORMAT) {
      throw OrreryException.corrupted("a catalog outcome has the unknown format " + format);
    }
    int kind = in.readByte();
    CatalogOutcome outcome =
        switch (kind) {
          case STORED ->
              new CatalogOutcome.Stored(CatalogLayout.decode(in.readBlock(), in.readBlock()));
          case REMOVED -> new CatalogOutcome.Removed();
          case REFUSED -> new CatalogOutcome.Refused(refusal(in.readByte()));
          case NOT_LEADER -> new CatalogOutcome.NotLeader();
          default ->
              throw OrreryException.corrupted("there is no catalog outcome of the kind " + kind);
        };
    in.requireEnd();
    return outcome;
  }

  private static Refusal refusal(int code) {
    for (Refusal refusal : Refusal.values()) {
      if (refusal.code() == code) {
        return refusal;
      }
    }
    throw OrreryException.corrupted("the catalog refuses for no reason " + code);
  }
}
