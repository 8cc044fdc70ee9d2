// SPDX-License-Identifier: Apache-2.0
package io.orrery.script;

import org.jspecify.annotations.Nullable;

/// What a script left behind, as JSON; null what it did not set.
public record ScriptResult(@Nullable String request, @Nullable String response) {}
