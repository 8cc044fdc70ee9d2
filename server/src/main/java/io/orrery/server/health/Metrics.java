// SPDX-License-Identifier: Apache-2.0
package io.orrery.server.health;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.binder.jvm.ClassLoaderMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.FileDescriptorMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.ToDoubleFunction;

/// The numbers of the process, in Prometheus' text format.
public final class Metrics implements AutoCloseable {
  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private final List<MeteredRows> collected = new CopyOnWriteArrayList<>();
  private final List<MetricText> texts = new CopyOnWriteArrayList<>();
  private final JvmGcMetrics garbageCollection = new JvmGcMetrics();

  public Metrics() {
    new JvmMemoryMetrics().bindTo(registry);
    new JvmThreadMetrics().bindTo(registry);
    new ClassLoaderMetrics().bindTo(registry);
    new ProcessorMetrics().bindTo(registry);
    new UptimeMetrics().bindTo(registry);
    new FileDescriptorMetrics().bindTo(registry);
    garbageCollection.bindTo(registry);
  }

  /// A number that is asked for on every scrape.
  public <T> void gauge(String name, String description, T source, ToDoubleFunction<T> value) {
    Gauge.builder(name, source, value)
        .description(description)
        .strongReference(true)
        .register(registry);
  }

  /// Numbers of things that come and go: their rows are collected on every scrape.
  public void add(MeteredRows rows) {
    rows.bindTo(registry);
    collected.add(rows);
  }

  /// Numbers that are written as they are, since there are too many to keep a meter for each.
  public void add(MetricText text) {
    texts.add(text);
  }

  public String scrape() {
    collected.forEach(MeteredRows::refresh);
    MetricWriter out = new MetricWriter();
    texts.forEach(text -> text.write(out));
    return registry.scrape() + out;
  }

  @Override
  public void close() {
    garbageCollection.close();
    registry.close();
  }
}
