// SPDX-License-Identifier: Apache-2.0
package io.orrery.script;

/// A script as it is stored. What was compiled is kept by id and version, so together they must
/// name one body for ever.
public record Script(String id, String version, String body) {}
