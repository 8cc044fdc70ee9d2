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
  private static final String HEAD = "<?xml version=\"1.0\" encoding=\"utf-8\"?>";

  /// Nothing is logged or measured in the way that these properties would set.
  private static final String PROPERTIES =
      HEAD
          + "<StorageServiceProperties><Logging><Version>1.0</Version><Delete>false</Delete>"
          + "<Read>false</Read><Write>false</Write>"
          + "<RetentionPolicy><Enabled>false</Enabled></RetentionPolicy></Logging>"
          + "<HourMetrics><Version>1.0</Version><Enabled>false</Enabled>"
          + "<RetentionPolicy><Enabled>false</Enabled></RetentionPolicy></HourMetrics>"
          + "<MinuteMetrics><Version>1.0</Version><Enabled>false</Enabled>"
          + "<RetentionPolicy><Enabled>false</Enabled></RetentionPolicy></MinuteMetrics>"
          + "<Cors/></StorageServiceProperties>";

  private final TableCatalog catalog;
  private final InstantSource clock;

  public ServiceResources(TableCatalog catalog, InstantSource clock) {
    this.catalog = catalog;
    this.clock = clock;
  }

  public TableAnswer properties() {
    return TableAnswer.of(200, XML, PROPERTIES);
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
    return TableAnswer.of(
        200,
        XML,
        HEAD
            + "<StorageServiceStats><GeoReplication><Status>live</Status><LastSyncTime>"
            + now
            + "</LastSyncTime></GeoReplication></StorageServiceStats>");
  }

  public TableAnswer policies(String table) {
    return TableAnswer.of(200, XML, PolicyXml.write(catalog.policies(table)));
  }

  public TableAnswer setPolicies(TableRequest request, String table) {
    catalog.setPolicies(table, PolicyXml.read(request.http().body()));
    return TableAnswer.empty(204);
  }
}
