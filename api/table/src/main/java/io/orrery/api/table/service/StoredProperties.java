// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.table.service;

import io.orrery.gateway.catalog.ApiPropertyStore;
import java.nio.charset.StandardCharsets;

/// The service's properties, which lie in the catalog as the XML that clients are told. They are
/// looked at with every request, so what was read once is kept until they change.
public final class StoredProperties {

  /// @param revision the catalog's, looked at before the properties were read
  private record Read(long revision, ServiceProperties properties) {}

  private final ApiPropertyStore store;
  private volatile Read last = new Read(-1, ServiceProperties.STANDARD);

  public StoredProperties(ApiPropertyStore store) {
    this.store = store;
  }

  ServiceProperties current() {
    long revision = store.revision();
    Read read = last;
    if (read.revision != revision) {
      read = new Read(revision, parse(store.content()));
      last = read;
    }
    return read.properties;
  }

  /// Takes over what a client sent. Fails if that is not valid.
  void set(byte[] xml) {
    store.change(
        stored ->
            ServicePropertiesXml.write(ServicePropertiesXml.read(xml, parse(stored)))
                .getBytes(StandardCharsets.UTF_8));
  }

  private static ServiceProperties parse(byte[] stored) {
    return stored.length == 0
        ? ServiceProperties.STANDARD
        : ServicePropertiesXml.read(stored, ServiceProperties.STANDARD);
  }
}
