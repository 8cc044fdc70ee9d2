// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.sql.items.script;

import io.orrery.api.sql.items.ItemRequest;
import io.orrery.api.sql.lookup.Directory;
import io.orrery.api.sql.protocol.Answer;
import io.orrery.api.sql.protocol.Refusals;
import io.orrery.api.sql.scripts.ScriptAddress;
import io.orrery.gateway.Gateway;
import io.orrery.gateway.catalog.ScriptStore;
import io.orrery.model.catalog.StoredScript;
import io.orrery.model.catalog.StoredScript.Kind;
import io.orrery.model.json.Json;
import io.orrery.model.key.PartitionKey;
import io.orrery.model.value.Value;
import io.orrery.script.ScriptCall;
import io.orrery.script.Scripts;
import java.nio.charset.StandardCharsets;

/// Executes stored procedures: one transaction on one partition key.
public final class Procedures {
  private static final int OK = 200;

  private final ScriptRunner runner;
  private final ScriptStore store;

  public Procedures(Directory directory, Gateway gateway, Scripts scripts) {
    this.runner = new ScriptRunner(directory, gateway, scripts);
    this.store = directory.administration().scripts();
  }

  public Answer execute(ItemRequest request, String id) {
    StoredScript script =
        ScriptAddress.require(
            store, request.owner().handle().container(), Kind.STORED_PROCEDURE, id);
    String arguments = arguments(request.sql().body());
    PartitionKey key = request.requireKey();
    ScriptCall call = ScriptCall.procedure(ScriptAddress.executable(script), arguments);
    return runner.answer(
        request,
        key,
        attempt -> attempt.run(call),
        (committed, provisional) -> {
          String body = committed.result().response();
          return body == null
              ? Answer.empty(OK)
              : Answer.json(
                  OK,
                  provisional.settle(body, committed.writes()).getBytes(StandardCharsets.UTF_8));
        });
  }

  /// An array; SDKs send nothing at all for none.
  private static String arguments(byte[] body) {
    if (body.length == 0) {
      return "[]";
    }
    if (!(Json.parse(body) instanceof Value.Array array)) {
      throw Refusals.invalid("The arguments of a stored procedure must be a JSON array.");
    }
    return Json.text(array);
  }
}
