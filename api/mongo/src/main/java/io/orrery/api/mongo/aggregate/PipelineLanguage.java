// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.aggregate;

import io.orrery.model.OrreryException;
import io.orrery.model.item.StoredItems;
import io.orrery.model.value.Value;
import io.orrery.plan.program.Code;
import io.orrery.plan.program.ExpressionLanguage;

/// The language of pipelines, as partitions know it.
public final class PipelineLanguage implements ExpressionLanguage {
  static final String NAME = "mongo.pipeline";

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public Code.Local read(byte[] code) {
    if (StoredItems.decode(code) instanceof Value.Document document) {
      return PipelineCode.read(document);
    }
    throw OrreryException.corrupted("code of a pipeline is no document");
  }
}
