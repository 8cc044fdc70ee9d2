// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.sql.items.script;

import io.orrery.api.sql.items.ItemRequest;
import io.orrery.api.sql.lookup.Directory;
import io.orrery.api.sql.protocol.Answer;
import io.orrery.api.sql.protocol.Names;
import io.orrery.api.sql.protocol.Refusals;
import io.orrery.api.sql.protocol.SqlRequest;
import io.orrery.api.sql.scripts.ScriptAddress;
import io.orrery.gateway.Committed;
import io.orrery.gateway.Gateway;
import io.orrery.gateway.WriteResult;
import io.orrery.gateway.catalog.ScriptStore;
import io.orrery.model.catalog.StoredScript;
import io.orrery.model.catalog.StoredScript.Kind;
import io.orrery.model.catalog.StoredScript.Moment;
import io.orrery.model.catalog.StoredScript.Trigger;
import io.orrery.model.key.PartitionKey;
import io.orrery.script.ScriptCall;
import io.orrery.script.Scripts;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Operations on items with triggers before and behind them, all in one transaction.
public final class Triggers {
  private final ScriptRunner runner;
  private final ScriptStore store;

  public Triggers(Directory directory, Gateway gateway, Scripts scripts) {
    this.runner = new ScriptRunner(directory, gateway, scripts);
    this.store = directory.administration().scripts();
  }

  /// Whether a request asks for triggers.
  public static boolean areWanted(SqlRequest request) {
    return request.header(Names.PRE_TRIGGER).isPresent()
        || request.header(Names.POST_TRIGGER).isPresent();
  }

  /// What became of the operation, and what a post-trigger wants to be answered instead; null if it
  /// does not.
  private record Done(TriggeredWrite.Written written, @Nullable String response) {}

  /// Carries the operation out with the triggers that the request names.
  ///
  /// @param key the partition key on which the transaction works
  /// @param answer how the client is told of the write, unless a post-trigger has other ideas
  public Answer run(
      ItemRequest request,
      PartitionKey key,
      TriggeredWrite write,
      Function<WriteResult, Answer> answer) {
    List<StoredScript> before = named(request, Names.PRE_TRIGGER, Moment.PRE, write);
    List<StoredScript> behind = named(request, Names.POST_TRIGGER, Moment.POST, write);
    return runner.answer(
        request,
        key,
        attempt -> run(attempt, before, behind, request, write),
        (committed, provisional) -> answered(committed, provisional, answer));
  }

  private static Done run(
      ScriptRunner.Attempt attempt,
      List<StoredScript> before,
      List<StoredScript> behind,
      ItemRequest request,
      TriggeredWrite write) {
    String body = write.body();
    for (StoredScript trigger : before) {
      String changed = attempt.run(call(trigger, write, body, null)).request();
      body = changed == null ? body : changed;
    }
    TriggeredWrite.Written written = write.perform(attempt.transaction(), body);
    String response = null;
    for (StoredScript trigger : behind) {
      String shown = response == null ? shown(request, write, written) : response;
      String changed = attempt.run(call(trigger, write, body, shown)).response();
      response = changed == null ? response : changed;
    }
    return new Done(written, response);
  }

  private static @Nullable String shown(
      ItemRequest request, TriggeredWrite write, TriggeredWrite.Written written) {
    return write.kind() == TriggeredWrite.Kind.DELETE
        ? null
        : new String(request.owner().json(written.item()), StandardCharsets.UTF_8);
  }

  private static ScriptCall call(
      StoredScript trigger, TriggeredWrite write, @Nullable String body, @Nullable String shown) {
    return new ScriptCall(
        ScriptAddress.executable(trigger), "[]", write.kind().operation(), body, shown);
  }

  private static Answer answered(
      Committed<Done> committed,
      ProvisionalNames provisional,
      Function<WriteResult, Answer> answer) {
    Done done = committed.result();
    WriteResult result =
        committed.writes().stream()
            .filter(write -> write.provisional().equals(done.written().item()))
            .map(Committed.Write::result)
            .findFirst()
            .orElseThrow();
    Answer plain = answer.apply(done.written().told(result));
    return done.response() == null
        ? plain
        : plain.withBody(
            provisional
                .settle(done.response(), committed.writes())
                .getBytes(StandardCharsets.UTF_8));
  }

  /// The triggers a header names, in their order. Fails with INVALID_ARGUMENT if one is for another
  /// moment or another operation.
  private List<StoredScript> named(
      ItemRequest request, String header, Moment moment, TriggeredWrite write) {
    List<StoredScript> triggers = new ArrayList<>();
    for (String name : request.sql().header(header).map(Triggers::names).orElse(List.of())) {
      StoredScript script =
          ScriptAddress.require(store, request.owner().handle().container(), Kind.TRIGGER, name);
      Trigger trigger = Objects.requireNonNull(script.trigger());
      if (trigger.moment() != moment) {
        throw Refusals.invalid("The trigger %s is not one for %s.".formatted(name, header));
      }
      if (!write.kind().isOccasion(trigger.occasion())) {
        throw Refusals.invalid(
            "The trigger %s is not for the operation %s."
                .formatted(name, write.kind().operation()));
      }
      triggers.add(script);
    }
    return triggers;
  }

  private static List<String> names(String header) {
    return Arrays.stream(header.split(",", -1))
        .map(String::strip)
        .filter(name -> !name.isEmpty())
        .toList();
  }
}
