// SPDX-License-Identifier: Apache-2.0
package io.orrery.query.function;

import static io.orrery.model.value.Value.Undefined.UNDEFINED;
import static io.orrery.query.function.Function.pure;

import io.orrery.model.value.Value;
import io.orrery.model.value.Value.Document;
import io.orrery.model.value.Value.Text;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Base64;
import java.util.List;
import java.util.regex.Pattern;

/// What an item says about itself.
final class ItemFunctions {
  /// 16 bytes as base64, with `-` for `/`.
  private static final Pattern RID = Pattern.compile("[A-Za-z0-9+-]{21}[AQgw]==");

  private static final int NUMBER_START = Long.BYTES;

  static final List<Function> ALL =
      List.of(pure("DOCUMENTID", 1, arguments -> documentNumber(arguments[0])));

  private ItemFunctions() {}

  /// The number in the item's `_rid`: its second half, least byte first.
  private static Value documentNumber(Value item) {
    if (!(item instanceof Document document)
        || !(document.property("_rid") instanceof Text(String rid))
        || !RID.matcher(rid).matches()) {
      return UNDEFINED;
    }
    byte[] bytes = Base64.getDecoder().decode(rid.replace('-', '/'));
    return Numbers.of(ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getLong(NUMBER_START));
  }
}
