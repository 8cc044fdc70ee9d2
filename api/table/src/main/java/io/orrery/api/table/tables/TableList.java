// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.table.tables;

import io.orrery.api.table.filter.TableFilter;
import io.orrery.api.table.protocol.MetadataLevel;
import io.orrery.api.table.protocol.QueryOptions;
import io.orrery.api.table.protocol.TableAnswer;
import io.orrery.api.table.protocol.TableRefusal;
import io.orrery.api.table.protocol.TableRequest;
import io.orrery.model.json.Json;
import io.orrery.model.value.Value;
import io.orrery.plan.expression.Evaluator;
import io.orrery.plan.expression.PlanExpression;
import io.orrery.plan.expression.RowValues;
import java.util.ArrayList;
import java.util.List;

/// `/Tables`: makes tables, lists and drops them.
public final class TableList {
  private static final String NAME = "TableName";
  private static final String NEXT = "NextTableName";

  private final TableCatalog catalog;

  public TableList(TableCatalog catalog) {
    this.catalog = catalog;
  }

  public TableAnswer create(TableRequest request) {
    String name = name(request);
    catalog.create(name, TableThroughput.of(request));
    String address = request.root() + "/Tables('" + name + "')";
    TableAnswer answer =
        request.withoutContent()
            ? TableAnswer.empty(204).header("DataServiceId", address)
            : TableAnswer.of(201, request.level().contentType(), one(request, name));
    return request.preferenceApplied(answer.header("Location", address));
  }

  private static String name(TableRequest request) {
    if (Json.parse(request.http().body()) instanceof Value.Document body
        && body.property(NAME) instanceof Value.Text(String name)) {
      return name;
    }
    throw TableRefusal.invalid(
        "One of the request inputs is not valid: a table is made of {\"TableName\":\"…\"}.");
  }

  private static String one(TableRequest request, String name) {
    Json body = Json.object();
    if (request.level() != MetadataLevel.NONE) {
      body.put("odata.metadata", request.root() + "/$metadata#Tables/@Element");
    }
    return Json.text(described(body, request, name).build());
  }

  private static Json described(Json body, TableRequest request, String name) {
    if (request.level() == MetadataLevel.FULL) {
      String address = "Tables('" + name + "')";
      body.put("odata.type", request.accountName() + ".Tables")
          .put("odata.id", request.root() + "/" + address)
          .put("odata.editLink", address);
    }
    return body.put(NAME, name);
  }

  public TableAnswer delete(String name) {
    catalog.delete(name);
    return TableAnswer.empty(204);
  }

  /// One table of the list.
  public TableAnswer read(TableRequest request, String name) {
    String known = catalog.nameOf(name).orElseThrow(TableRefusal::noEntity);
    return TableAnswer.of(200, request.level().contentType(), one(request, known));
  }

  public TableAnswer page(TableRequest request) {
    QueryOptions options = QueryOptions.of(request.parameters());
    String from = request.parameters().find(NEXT).orElse("");
    PlanExpression condition = TableFilter.parse(options.filter()).condition();
    RowValues row = new RowValues();
    Evaluator evaluator = new Evaluator(row);
    List<Value> page = new ArrayList<>();
    String next = "";
    for (String name : catalog.names()) {
      row.enter(Json.object().put(NAME, name).build());
      if (name.compareTo(from) < 0 || !evaluator.isTrue(condition)) {
        continue;
      }
      if (page.size() == options.top()) {
        next = name;
        break;
      }
      page.add(described(Json.object(), request, name).build());
    }
    Json body = Json.object();
    if (request.level() != MetadataLevel.NONE) {
      body.put("odata.metadata", request.root() + "/$metadata#Tables");
    }
    TableAnswer answer =
        TableAnswer.of(
            200, request.level().contentType(), Json.text(body.put("value", page).build()));
    return next.isEmpty() ? answer : answer.header("x-ms-continuation-" + NEXT, next);
  }
}
