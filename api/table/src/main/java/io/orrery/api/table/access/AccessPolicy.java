// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.table.access;

/// A policy that is stored with a table: signatures that name it need not say themselves what they
/// allow and how long, and can be withdrawn with it.
///
/// @param start from when it is good; each of these is empty if the signature says it
/// @param permissions letters, as in signatures
public record AccessPolicy(String id, String start, String expiry, String permissions) {}
