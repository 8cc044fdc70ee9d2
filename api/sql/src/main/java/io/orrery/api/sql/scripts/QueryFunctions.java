// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.sql.scripts;

import io.orrery.api.sql.protocol.Refusals;
import io.orrery.gateway.catalog.ScriptStore;
import io.orrery.model.catalog.Container;
import io.orrery.model.catalog.StoredScript.Kind;
import io.orrery.script.Script;
import io.orrery.script.Scripts;
import org.jspecify.annotations.Nullable;

/// The user-defined functions that queries call: `udf.name(…)`.
public final class QueryFunctions {
  private final Scripts scripts;
  private final ScriptStore store;

  public QueryFunctions(Scripts scripts, ScriptStore store) {
    this.scripts = scripts;
    this.store = store;
  }

  /// The functions of a container, for one query, which is to close them. A query that calls none
  /// pays for none.
  public ContainerFunctions of(Container container) {
    return new ContainerFunctions(
        scripts,
        name ->
            require(
                store
                    .find(container.number(), Kind.USER_DEFINED_FUNCTION, name)
                    .map(ScriptAddress::executable)
                    .orElse(null),
                name));
  }

  static Script require(@Nullable Script script, String name) {
    if (script == null) {
      throw Refusals.invalid("There is no user-defined function '%s'.".formatted(name));
    }
    return script;
  }
}
