// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.table.service;

import io.orrery.api.table.protocol.TableAnswer;
import io.orrery.api.table.protocol.TableError;
import io.orrery.api.table.protocol.TableRefusal;
import io.orrery.api.table.protocol.TableRequest;
import io.orrery.api.table.tables.TableCatalog;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/// Properties and statistics of the service, and access policies of tables.
public final class ServiceResources {
  private static final String XML = "application/xml";

  private final TableCatalog catalog;
  private final StoredProperties properties;
  private final InstantSource clock;

  public ServiceResources(TableCatalog catalog, StoredProperties properties, InstantSource clock) {
    this.catalog = catalog;
    this.properties = properties;
    this.clock = clock;
  }

  public TableAnswer properties() {
    return TableAnswer.of(200, XML, ServicePropertiesXml.write(properties.current()));
  }

  /// Fails if what was sent is not valid.
  public TableAnswer setProperties(TableRequest request) {
    properties.set(request.http().body());
    return TableAnswer.empty(202);
  }

  /// Fails with InvalidQueryParameterValue at the primary endpoint, as the service does.
  public TableAnswer statistics(TableRequest request) {
    if (!request.secondary()) {
      throw new TableRefusal(
          TableError.INVALID_QUERY_PARAMETER_VALUE,
          "Statistics are told by the secondary endpoint: %s-secondary."
              .formatted(request.accountName()));
    }
    String now =
        DateTimeFormatter.RFC_1123_DATE_TIME.format(clock.instant().atZone(ZoneOffset.UTC));
    String body =
        new XmlWriter()
            .open("StorageServiceStats")
            .open("GeoReplication")
            .element("Status", "live")
            .element("LastSyncTime", now)
            .close("GeoReplication")
            .close("StorageServiceStats")
            .toString();
    return TableAnswer.of(200, XML, body);
  }

  public TableAnswer policies(String table) {
    return TableAnswer.of(200, XML, PolicyXml.write(catalog.policies(table)));
  }

  public TableAnswer setPolicies(TableRequest request, String table) {
    catalog.setPolicies(table, PolicyXml.read(request.http().body()));
    return TableAnswer.empty(204);
  }
}
