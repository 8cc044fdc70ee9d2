// SPDX-License-Identifier: Apache-2.0
package io.orrery.server.settings;

import java.util.List;
import java.util.stream.Stream;

/// One thing that can be set.
///
/// @param name as in `orrery.yaml`: dots between groups, then lower camel case
/// @param defaultText in the form a user would write; empty if there is no default
/// @param otherNames that mean the same: the vendor's emulators have some of them as flags
/// @param compatibilityVariables environment variables of the vendor's emulators that mean the same
public record Setting<T>(
    String name,
    SettingType<T> type,
    String defaultText,
    String description,
    List<String> otherNames,
    List<String> compatibilityVariables) {

  static <T> Setting<T> of(
      String name, SettingType<T> type, String defaultText, String description) {
    return new Setting<>(name, type, defaultText, description, List.of(), List.of());
  }

  Setting<T> orVariable(String compatibilityVariable) {
    return new Setting<>(
        name, type, defaultText, description, otherNames, List.of(compatibilityVariable));
  }

  Setting<T> orName(String other) {
    return new Setting<>(
        name, type, defaultText, description, List.of(other), compatibilityVariables);
  }

  /// The setting's own name, then the others.
  public List<String> names() {
    return Stream.concat(Stream.of(name), otherNames.stream()).toList();
  }

  /// As on the command line, the preferred one first.
  public List<String> flags() {
    return names().stream().map(each -> new SettingName(each).flag()).toList();
  }

  /// As on the command line.
  public String flag() {
    return flags().getFirst();
  }

  /// As in the environment, where only its own name counts: Kubernetes sets `ORRERY_PORT` to
  /// something else for a service called orrery.
  public String variable() {
    return new SettingName(name).variable();
  }

  T parse(String text) {
    return type.parser().apply(text);
  }
}
