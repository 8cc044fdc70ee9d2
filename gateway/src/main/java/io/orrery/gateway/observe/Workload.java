// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway.observe;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/// What a container is used for, as the advisor needs it: operation templates with how often they
/// come and what they cost. A template has parameters where requests have literals, so that neither
/// keys nor other values of clients are kept.
public final class Workload {
  /// Longer ones are added up with those there was no room for.
  static final int TEMPLATE_LENGTH_MAX = 4096;

  private record TemplateUsage(UsageCounter counter, Hours hours) {
    TemplateUsage(int keepHours) {
      this(new UsageCounter(), new Hours(keepHours));
    }

    void book(long hour) {
      hours.book(hour, counter.total());
    }
  }

  private final WorkloadSettings settings;
  private final int templatesMax;
  private final ConcurrentHashMap<String, TemplateUsage> templates = new ConcurrentHashMap<>();
  private final TemplateUsage others;

  /// Guarded by this.
  private final Map<RequestKind, Hours> kinds = new EnumMap<>(RequestKind.class);

  /// @param templatesMax how many are told apart
  Workload(WorkloadSettings settings, int templatesMax) {
    this.settings = settings;
    this.templatesMax = templatesMax;
    this.others = new TemplateUsage(settings.keepHours());
  }

  /// One template and its use in the hours that are kept.
  ///
  /// @param template null for all requests of the kind that have none; empty for those that there
  ///   was no room to tell apart
  /// @param peak in the busiest hour
  public record Entry(RequestKind kind, @Nullable String template, Usage usage, Usage peak) {}

  /// Notes a request that has a template; the others are counted anyway.
  void record(RequestCost cost) {
    String template = cost.template();
    if (template != null && settings.record() && isSampled()) {
      of(template).counter().add(cost);
    }
  }

  private boolean isSampled() {
    return settings.sampleRate() >= 1
        || ThreadLocalRandom.current().nextDouble() < settings.sampleRate();
  }

  private TemplateUsage of(String template) {
    TemplateUsage known = templates.get(template);
    if (known != null) {
      return known;
    }
    if (template.length() > TEMPLATE_LENGTH_MAX || templates.size() >= templatesMax) {
      return others;
    }
    return templates.computeIfAbsent(template, _ -> new TemplateUsage(settings.keepHours()));
  }

  /// Books to this hour what came since the last time, and forgets templates that were not used in
  /// any hour that is kept.
  ///
  /// @param totals of requests of the kinds that have no templates
  synchronized void book(long hour, Map<RequestKind, Usage> totals) {
    if (!settings.record()) {
      return;
    }
    totals.forEach(
        (kind, total) ->
            kinds.computeIfAbsent(kind, _ -> new Hours(settings.keepHours())).book(hour, total));
    others.book(hour);
    templates.values().forEach(usage -> usage.book(hour));
    templates.values().removeIf(usage -> usage.hours().sum().requests() == 0);
  }

  public WorkloadSettings settings() {
    return settings;
  }

  /// As last booked, the most expensive first; what was sampled is told as if all had been counted.
  public synchronized List<Entry> entries() {
    List<Entry> entries = new ArrayList<>();
    kinds.forEach((kind, hours) -> entries.add(new Entry(kind, null, hours.sum(), hours.peak())));
    templates.forEach((text, usage) -> entries.add(entry(text, usage.hours())));
    entries.add(entry("", others.hours()));
    entries.removeIf(entry -> entry.usage().requests() == 0);
    entries.sort(
        Comparator.comparingLong((Entry entry) -> entry.usage().thousandths())
            .reversed()
            .thenComparing(Entry::kind)
            .thenComparing(entry -> String.valueOf(entry.template())));
    return entries;
  }

  private Entry entry(String template, Hours hours) {
    return new Entry(
        RequestKind.QUERY,
        template,
        hours.sum().dividedBy(settings.sampleRate()),
        hours.peak().dividedBy(settings.sampleRate()));
  }
}
