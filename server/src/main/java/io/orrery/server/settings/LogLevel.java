// SPDX-License-Identifier: Apache-2.0
package io.orrery.server.settings;

/// How much is logged; the names of the vendor's emulator.
public enum LogLevel {
  QUIET,
  ERROR,
  WARN,
  INFO,
  DEBUG,
  TRACE
}
