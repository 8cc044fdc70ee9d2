// SPDX-License-Identifier: Apache-2.0
package io.orrery.server.settings;

/// Where a value came from, most important first.
public enum SettingSource {
  COMMAND_LINE("command line"),
  ENVIRONMENT("environment"),
  COMPATIBILITY("compatibility variable"),
  FILE("file"),
  DEFAULT("default");

  private final String label;

  SettingSource(String label) {
    this.label = label;
  }

  public String label() {
    return label;
  }
}
