// SPDX-License-Identifier: Apache-2.0
package io.orrery.server.settings;

import java.util.List;

/// One thing that can be set.
///
/// @param name as in `orrery.yaml`: dots between groups, then lower camel case
/// @param defaultText in the form a user would write; empty if there is no default
/// @param compatibilityVariables environment variables of the vendor's emulators that mean the same
public record Setting<T>(
    String name,
    SettingType<T> type,
    String defaultText,
    String description,
    List<String> compatibilityVariables) {

  static <T> Setting<T> of(
      String name, SettingType<T> type, String defaultText, String description) {
    return new Setting<>(name, type, defaultText, description, List.of());
  }

  Setting<T> orVariable(String compatibilityVariable) {
    return new Setting<>(name, type, defaultText, description, List.of(compatibilityVariable));
  }

  /// As on the command line.
  public String flag() {
    return new SettingName(name).flag();
  }

  /// As in the environment.
  public String variable() {
    return new SettingName(name).variable();
  }

  T parse(String text) {
    return type.parser().apply(text);
  }
}
