// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.table;

import io.orrery.api.table.access.TableUse;
import io.orrery.api.table.protocol.TableAnswer;
import java.util.function.Supplier;

/// What a request asks for: what it does, as far as rights are concerned, and the doing.
record TableTask(TableUse use, Supplier<TableAnswer> work) {}
