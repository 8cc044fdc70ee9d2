// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.admin;

import io.orrery.gateway.access.Action;
import java.util.function.Supplier;

/// What a request asks for: what it does, as far as rights are concerned, and the doing, which
/// gives the body of the answer. One look at the request decides both.
record AdminTask(Action action, Supplier<AdminAnswer> work) {}
