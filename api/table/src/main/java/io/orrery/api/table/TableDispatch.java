// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.table;

import io.orrery.api.table.access.TableCaller;
import io.orrery.api.table.access.TableUse;
import io.orrery.api.table.batch.GroupTransaction;
import io.orrery.api.table.batch.GroupTransactions;
import io.orrery.api.table.entities.EntityChange;
import io.orrery.api.table.entities.EntityKey;
import io.orrery.api.table.entities.EntityRequests;
import io.orrery.api.table.entities.EntityWrites;
import io.orrery.api.table.protocol.TableAddress;
import io.orrery.api.table.protocol.TableRefusal;
import io.orrery.api.table.protocol.TableRequest;
import io.orrery.api.table.query.EntityReads;
import io.orrery.api.table.service.ServiceResources;
import io.orrery.api.table.service.StoredProperties;
import io.orrery.api.table.tables.TableCatalog;
import io.orrery.api.table.tables.TableList;
import io.orrery.api.table.view.TableView;
import io.orrery.gateway.ContainerHandle;
import io.orrery.gateway.Gateway;
import io.orrery.gateway.observe.RequestKind;
import io.orrery.gateway.view.ItemTexts;
import io.orrery.model.Limits;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;

/// What a request asks for, by its address and its method.
final class TableDispatch {
  private final TableCatalog catalog;
  private final EntityRequests requests;
  private final TableList tables;
  private final EntityReads reads;
  private final EntityWrites writes;
  private final GroupTransactions batches;
  private final ServiceResources resources;
  private final Limits limits;

  TableDispatch(
      Gateway gateway, TableCatalog catalog, StoredProperties properties, InstantSource clock) {
    this.limits = gateway.administration().limits();
    this.requests = new EntityRequests(gateway, Duration.ofMillis(limits.requestMillis()), clock);
    this.catalog = catalog;
    this.resources = new ServiceResources(catalog, properties, clock);
    this.tables = new TableList(catalog);
    this.reads = new EntityReads(gateway, requests);
    this.writes = new EntityWrites(gateway, requests, limits, clock);
    this.batches = new GroupTransactions(gateway, requests, writes, clock);
  }

  ItemTexts view() {
    return new TableView(reads, writes);
  }

  /// Fails with MethodNotAllowed or NotImplemented if there is nothing like that to do there.
  TableTask task(TableRequest request, TableCaller caller) {
    return switch (request.address()) {
      case TableAddress.Service _ -> service(request);
      case TableAddress.Tables _ -> tables(request);
      case TableAddress.OneTable(String name) -> oneTable(request, name);
      case TableAddress.Entities(String table) ->
          request.parameters().find("comp").isPresent()
              ? policies(request, table)
              : entities(request, table, caller);
      case TableAddress.Entity(String table, String partitionKey, String rowKey) ->
          entity(request, table, new EntityKey(partitionKey, rowKey));
      case TableAddress.Batch _ -> batch(request, caller);
    };
  }

  private TableTask tables(TableRequest request) {
    return switch (request.method()) {
      case "GET" -> new TableTask(new TableUse.ListTables(), () -> tables.page(request));
      case "POST" -> new TableTask(new TableUse.CreateTable(), () -> tables.create(request));
      default -> throw request.unknownMethod();
    };
  }

  private TableTask oneTable(TableRequest request, String name) {
    return switch (request.method()) {
      case "GET" -> new TableTask(new TableUse.ListTables(), () -> tables.read(request, name));
      case "DELETE" -> new TableTask(new TableUse.DeleteTable(), () -> tables.delete(name));
      default -> throw request.unknownMethod();
    };
  }

  private TableTask service(TableRequest request) {
    String component = request.parameters().find("comp").orElse("");
    if (!request.parameters().has("restype", "service")) {
      throw TableRefusal.notImplemented("the service's '%s'".formatted(component));
    }
    TableUse reading = new TableUse.Service(false);
    return switch (request.method() + " " + component) {
      case "GET properties" -> new TableTask(reading, resources::properties);
      case "PUT properties" ->
          new TableTask(new TableUse.Service(true), () -> resources.setProperties(request));
      case "GET stats" -> new TableTask(reading, () -> resources.statistics(request));
      default ->
          throw TableRefusal.notImplemented(
              "%s of the service's '%s'".formatted(request.method(), component));
    };
  }

  private TableTask policies(TableRequest request, String table) {
    if (!request.parameters().has("comp", "acl")) {
      throw TableRefusal.notImplemented(
          "the table's '%s'".formatted(request.parameters().find("comp").orElse("")));
    }
    return switch (request.method()) {
      case "GET" -> new TableTask(new TableUse.Policies(false), () -> resources.policies(table));
      case "PUT" ->
          new TableTask(new TableUse.Policies(true), () -> resources.setPolicies(request, table));
      default -> throw request.unknownMethod();
    };
  }

  private TableTask entities(TableRequest request, String table, TableCaller caller) {
    return request.method().equals("GET")
        ? new TableTask(
            new TableUse.Query(table),
            () ->
                reads.query(
                    request, require(request, table, RequestKind.QUERY), table, caller.visible()))
        : change(request, table);
  }

  private TableTask entity(TableRequest request, String table, EntityKey key) {
    return request.method().equals("GET")
        ? new TableTask(
            new TableUse.Read(table, key),
            () -> reads.read(request, require(request, table, RequestKind.READ), table, key),
            () -> reads.readAtOnce(request, require(request, table, RequestKind.READ), table, key))
        : change(request, table);
  }

  private TableTask change(TableRequest request, String table) {
    EntityChange change = EntityChange.of(request).orElseThrow(request::unknownMethod);
    return new TableTask(
        new TableUse.Change(table, List.of(change)),
        () -> writes.change(request, require(request, table, change.kind()), table, change));
  }

  private ContainerHandle require(TableRequest request, String table, RequestKind kind) {
    return requests.table(request, kind, () -> catalog.require(table));
  }

  private TableTask batch(TableRequest request, TableCaller caller) {
    if (!request.method().equals("POST")) {
      throw request.unknownMethod();
    }
    return switch (GroupTransaction.parse(request, limits)) {
      case GroupTransaction.Query query -> {
        TableTask inner = task(query.request(), caller);
        yield new TableTask(
            inner.use(), () -> GroupTransactions.wrapped(query, inner.work().get(), request));
      }
      case GroupTransaction.Changes group ->
          new TableTask(
              new TableUse.Change(group.table(), group.changes()),
              () -> batches.carryOut(group, catalog, request));
      case GroupTransaction.Refused refused ->
          new TableTask(new TableUse.Change("", List.of()), () -> batches.refuse(refused, request));
    };
  }
}
