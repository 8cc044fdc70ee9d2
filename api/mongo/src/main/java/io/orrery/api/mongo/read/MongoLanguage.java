// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.read;

import io.orrery.model.OrreryException;
import io.orrery.model.item.StoredItems;
import io.orrery.model.value.Value;
import io.orrery.plan.program.Code;
import io.orrery.plan.program.ExpressionLanguage;

/// The language of filters, orders and distinct values, as partitions know it.
public final class MongoLanguage implements ExpressionLanguage {
  static final String NAME = "mongo";

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public Code.Local read(byte[] code) {
    if (StoredItems.decode(code) instanceof Value.Document document) {
      return DocumentCode.read(document);
    }
    throw OrreryException.corrupted("code of the language 'mongo' is no document");
  }
}
