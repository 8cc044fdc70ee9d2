// SPDX-License-Identifier: Apache-2.0
package io.orrery.script;

import org.jspecify.annotations.Nullable;

/// What a script is called with; all values are JSON.
///
/// @param arguments an array
/// @param operation what `getOperationType()` says
/// @param request the body of the request: what a trigger is about
/// @param response the body of the response so far: what a post-trigger is about
public record ScriptCall(
    Script script,
    String arguments,
    String operation,
    @Nullable String request,
    @Nullable String response) {

  /// A stored procedure.
  public static ScriptCall procedure(Script script, String arguments) {
    return new ScriptCall(script, arguments, "Execute", null, null);
  }
}
