// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.table.service;

import io.orrery.api.table.service.ServiceProperties.Logging;
import io.orrery.api.table.service.ServiceProperties.Metrics;
import java.util.Optional;

/// Properties of the service as XML: `StorageServiceProperties`.
final class ServicePropertiesXml {
  private static final String ROOT = "StorageServiceProperties";
  private static final String LOGGING = "Logging";
  private static final String HOURS = "HourMetrics";
  private static final String MINUTES = "MinuteMetrics";
  private static final String CORS = "Cors";
  private static final String VERSION = "1.0";
  private static final String RETENTION = "RetentionPolicy";
  private static final int DAYS_MAX = 365;

  private ServicePropertiesXml() {}

  static String write(ServiceProperties properties) {
    XmlWriter out = new XmlWriter().open(ROOT);
    Logging logging = properties.logging();
    out.open(LOGGING).element("Version", VERSION);
    out.element("Delete", logging.deletes());
    out.element("Read", logging.reads());
    out.element("Write", logging.writes());
    retention(out, logging.daysKept()).close(LOGGING);
    metrics(out, HOURS, properties.hourMetrics());
    metrics(out, MINUTES, properties.minuteMetrics());
    CorsXml.write(out.open(CORS), properties.corsRules());
    return out.close(CORS).close(ROOT).toString();
  }

  private static void metrics(XmlWriter out, String name, Metrics metrics) {
    out.open(name).element("Version", VERSION).element("Enabled", metrics.enabled());
    Boolean includeApis = metrics.includeApis();
    if (includeApis != null) {
      out.element("IncludeAPIs", includeApis);
    }
    retention(out, metrics.daysKept()).close(name);
  }

  private static XmlWriter retention(XmlWriter out, int days) {
    out.open(RETENTION).element("Enabled", days > 0);
    if (days > 0) {
      out.element("Days", days);
    }
    return out.close(RETENTION);
  }

  /// What the service has after this was sent: parts that it does not mention stay as they are.
  /// Fails with InvalidXmlDocument, or says what is wrong with one of its nodes.
  static ServiceProperties read(byte[] body, ServiceProperties before) {
    XmlElement root = XmlElement.parse(body, ROOT);
    root.allowOnly(LOGGING, HOURS, MINUTES, CORS);
    return new ServiceProperties(
        root.find(LOGGING).map(ServicePropertiesXml::logging).orElse(before.logging()),
        root.find(HOURS).map(ServicePropertiesXml::metrics).orElse(before.hourMetrics()),
        root.find(MINUTES).map(ServicePropertiesXml::metrics).orElse(before.minuteMetrics()),
        root.find(CORS).map(CorsXml::read).orElse(before.corsRules()));
  }

  private static Logging logging(XmlElement element) {
    element.allowOnly("Version", "Delete", "Read", "Write", RETENTION);
    requireVersion(element);
    return new Logging(
        element.require("Delete").asBoolean(),
        element.require("Read").asBoolean(),
        element.require("Write").asBoolean(),
        days(element.require(RETENTION)));
  }

  private static Metrics metrics(XmlElement element) {
    element.allowOnly("Version", "Enabled", "IncludeAPIs", RETENTION);
    requireVersion(element);
    boolean enabled = element.require("Enabled").asBoolean();
    Optional<XmlElement> includeApis =
        enabled ? Optional.of(element.require("IncludeAPIs")) : element.find("IncludeAPIs");
    Optional<XmlElement> retention =
        enabled ? Optional.of(element.require(RETENTION)) : element.find(RETENTION);
    return new Metrics(
        enabled,
        includeApis.map(XmlElement::asBoolean).orElse(null),
        retention.map(ServicePropertiesXml::days).orElse(0));
  }

  private static void requireVersion(XmlElement element) {
    XmlElement version = element.require("Version");
    if (!version.text().equals(VERSION)) {
      throw version.invalidValue("there is the version %s only".formatted(VERSION));
    }
  }

  private static int days(XmlElement retention) {
    retention.allowOnly("Enabled", "Days");
    return retention.require("Enabled").asBoolean()
        ? retention.require("Days").asNumber(1, DAYS_MAX)
        : 0;
  }
}
