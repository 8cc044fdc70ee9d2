// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.sql.scripts;

import io.orrery.api.sql.lookup.Directory;
import io.orrery.api.sql.protocol.EntityTag;
import io.orrery.api.sql.protocol.ResourcePath.ScriptKind;
import io.orrery.api.sql.protocol.Rid;
import io.orrery.gateway.catalog.ScriptStore;
import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import io.orrery.model.catalog.Container;
import io.orrery.model.catalog.StoredScript;
import io.orrery.model.catalog.StoredScript.Kind;
import io.orrery.script.Script;

/// Scripts as addresses and answers name them.
public final class ScriptAddress {
  private static final int RID_BYTES = 16;

  private ScriptAddress() {}

  public static Kind kind(ScriptKind kind) {
    return switch (kind) {
      case STORED_PROCEDURE -> Kind.STORED_PROCEDURE;
      case TRIGGER -> Kind.TRIGGER;
      case USER_DEFINED_FUNCTION -> Kind.USER_DEFINED_FUNCTION;
    };
  }

  /// As in addresses.
  static String type(Kind kind) {
    return switch (kind) {
      case STORED_PROCEDURE -> "sprocs";
      case TRIGGER -> "triggers";
      case USER_DEFINED_FUNCTION -> "udfs";
    };
  }

  /// As in lists.
  static String plural(Kind kind) {
    return switch (kind) {
      case STORED_PROCEDURE -> "StoredProcedures";
      case TRIGGER -> "Triggers";
      case USER_DEFINED_FUNCTION -> "UserDefinedFunctions";
    };
  }

  private static String noun(Kind kind) {
    return switch (kind) {
      case STORED_PROCEDURE -> "stored procedure";
      case TRIGGER -> "trigger";
      case USER_DEFINED_FUNCTION -> "user-defined function";
    };
  }

  static Rid rid(Container container, StoredScript script) {
    Rid owner = Directory.rid(container);
    return switch (script.kind()) {
      case STORED_PROCEDURE -> Rid.storedProcedure(owner, script.number());
      case TRIGGER -> Rid.trigger(owner, script.number());
      case USER_DEFINED_FUNCTION -> Rid.userDefinedFunction(owner, script.number());
    };
  }

  static EntityTag tag(StoredScript script) {
    return EntityTag.of(script.number(), script.revision(), script.timeMillis());
  }

  /// The script of this name or rid. Fails with NOT_FOUND.
  public static StoredScript require(
      ScriptStore scripts, Container container, Kind kind, String id) {
    return scripts
        .find(container.number(), kind, id)
        .or(
            () ->
                Rid.parse(id)
                    .filter(rid -> rid.length() == RID_BYTES)
                    .flatMap(
                        rid ->
                            scripts.all(container.number(), kind).stream()
                                .filter(each -> rid(container, each).equals(rid))
                                .findFirst()))
        .orElseThrow(
            () ->
                new OrreryException(
                    ErrorCode.NOT_FOUND, "There is no %s %s.".formatted(noun(kind), id)));
  }

  /// What is to be run. A script keeps its number for ever, and each change has another revision.
  public static Script executable(StoredScript script) {
    return new Script(
        script.container() + "/" + script.number(),
        Long.toString(script.revision()),
        script.body());
  }
}
