// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.sql;

import io.orrery.api.sql.protocol.Answer;
import io.orrery.gateway.access.Action;
import java.util.function.Supplier;

/// What a request asks for: what it does, as far as rights are concerned, and the doing. One look
/// at the request decides both, so that nothing is allowed as one thing and done as another.
///
/// @param action worked out when somebody's rights depend on it
record Task(Supplier<? extends Action> action, Supplier<Answer> work) {}
