// SPDX-License-Identifier: Apache-2.0
package io.orrery.query.evaluate;

import io.orrery.model.value.Value;
import io.orrery.model.value.Value.Document;
import io.orrery.model.value.Value.Undefined;
import io.orrery.plan.aggregate.ValueSize;
import java.util.LinkedHashMap;

/// Makes an object; what is undefined is left out. Of two properties with one name the last counts.
///
/// @param accounted whether the result may become part of bigger ones and so must be accounted
record ObjectConstruction(String[] names, Evaluation[] values, boolean accounted)
    implements Evaluation {
  @Override
  public Value evaluate(Frame frame) {
    var properties = new LinkedHashMap<String, Value>();
    for (int i = 0; i < names.length; i++) {
      Value value = values[i].evaluate(frame);
      if (value != Undefined.UNDEFINED) {
        properties.put(names[i], value);
      }
    }
    Document document = new Document(properties);
    if (accounted) {
      frame.keep(ValueSize.of(document));
    }
    return document;
  }
}
