// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.admin;

import io.orrery.api.admin.AdminAddress.NamedContainer;
import io.orrery.gateway.access.Action;
import io.orrery.gateway.access.Action.Effect;
import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import io.orrery.model.value.Value;
import java.util.List;
import java.util.function.Supplier;

/// What a request asks for, by its address and its method.
final class AdminRoutes {
  private final AccountSecrets secrets;
  private final ContainerLists containers;
  private final Partitions partitions;
  private final ItemTextCalls items;
  private final Observations observations;
  private final LiveRequests requests;
  private final Operations operations;

  AdminRoutes(
      AccountSecrets secrets,
      ContainerLists containers,
      Partitions partitions,
      ItemTextCalls items,
      Observations observations,
      LiveRequests requests,
      Operations operations) {
    this.secrets = secrets;
    this.containers = containers;
    this.partitions = partitions;
    this.items = items;
    this.observations = observations;
    this.requests = requests;
    this.operations = operations;
  }

  /// Fails with NOT_FOUND if the address leads nowhere, with NOT_SUPPORTED if to nothing yet, with
  /// METHOD_NOT_ALLOWED if there is nothing like that to do there.
  AdminTask task(AdminAddress address, AdminRequest request) {
    return switch (address) {
      case AdminAddress.KeyList _ ->
          get(request, new Action.HandleSecrets(Effect.READ), secrets::keys);
      case AdminAddress.KeyRegeneration(var kind) ->
          post(request, new Action.HandleSecrets(Effect.WRITE), () -> secrets.regenerate(kind));
      case AdminAddress.ConnectionStringList _ ->
          get(
              request,
              new Action.HandleSecrets(Effect.READ),
              () -> secrets.connectionStrings(request.http()));
      case AdminAddress.DatabaseList _ -> view(request, List.of(), containers::databases);
      case AdminAddress.ContainerList(var database) ->
          view(request, List.of(), () -> containers.of(database));
      case AdminAddress.PartitionList(var container) ->
          view(request, List.of(), () -> partitions.list(container));
      case AdminAddress.PartitionSplit(var container, var ordinal) ->
          request.method().equals("GET")
              ? view(request, List.of(), () -> partitions.preview(container, ordinal))
              : post(
                  request,
                  new Action.ManageAccount(Effect.WRITE),
                  () -> partitions.split(request, container, ordinal));
      case AdminAddress.HeatMapOf(var container) ->
          view(
              request,
              List.of("from", "to", "step"),
              () -> observations.heatMap(request, container));
      case AdminAddress.TopKeysOf(var container) ->
          view(request, List.of("by", "count"), () -> observations.topKeys(request, container));
      case AdminAddress.ItemsOf(var container) -> items(request, container);
      case AdminAddress.WorkloadOf(var container) ->
          view(request, List.of(), () -> observations.workload(container));
      case AdminAddress.MetricsSummary _ -> view(request, List.of(), observations::summary);
      case AdminAddress.ServerStatus _ -> view(request, List.of(), operations::status);
      case AdminAddress.SettingList _ -> view(request, List.of(), operations::settings);
      case AdminAddress.ApiDescription _ -> view(request, List.of(), OpenApi::document);
      case AdminAddress.JobList _ -> view(request, List.of(), operations::jobs);
      case AdminAddress.RequestStream _ ->
          answer(
              "GET",
              request,
              List.of("after"),
              new Action.ManageAccount(Effect.READ),
              () -> requests.events(request));
      case AdminAddress.NotYet(String name) ->
          throw new OrreryException(
              ErrorCode.NOT_SUPPORTED, "This server has no '%s' yet.".formatted(name));
      case AdminAddress.PortalSession _, AdminAddress.Nowhere _ ->
          throw new OrreryException(
              ErrorCode.NOT_FOUND, "There is nothing at %s.".formatted(request.http().path()));
    };
  }

  private AdminTask items(AdminRequest request, NamedContainer container) {
    return switch (request.method()) {
      case "POST" ->
          post(
              request,
              items.action(container, Effect.WRITE),
              () -> items.create(request, container));
      case "PUT" ->
          only(
              "PUT",
              request,
              List.of(),
              items.action(container, Effect.WRITE),
              () -> items.replace(request, container));
      case "DELETE" ->
          only(
              "DELETE",
              request,
              List.of(),
              items.action(container, Effect.WRITE),
              () -> items.delete(request, container));
      default ->
          only(
              "GET",
              request,
              List.of("filter", "count", "continuation"),
              items.action(container, Effect.READ),
              () -> items.page(request, container));
    };
  }

  /// What operators look at: for whoever has an account key, also a read-only one.
  private static AdminTask view(
      AdminRequest request, List<String> parameters, Supplier<Value> work) {
    return only("GET", request, parameters, new Action.ManageAccount(Effect.READ), work);
  }

  private static AdminTask get(AdminRequest request, Action action, Supplier<Value> work) {
    return only("GET", request, List.of(), action, work);
  }

  private static AdminTask post(AdminRequest request, Action action, Supplier<Value> work) {
    return only("POST", request, List.of(), action, work);
  }

  private static AdminTask only(
      String method,
      AdminRequest request,
      List<String> parameters,
      Action action,
      Supplier<Value> work) {
    return answer(method, request, parameters, action, () -> new AdminAnswer.Document(work.get()));
  }

  private static AdminTask answer(
      String method,
      AdminRequest request,
      List<String> parameters,
      Action action,
      Supplier<AdminAnswer> work) {
    if (!request.method().equals(method)) {
      throw new OrreryException(
          ErrorCode.METHOD_NOT_ALLOWED,
          "The method %s does not apply to %s; use %s."
              .formatted(request.method(), request.http().path(), method));
    }
    request.requireOnly(parameters);
    return new AdminTask(action, work);
  }
}
