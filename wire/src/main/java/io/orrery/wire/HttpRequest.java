// SPDX-License-Identifier: Apache-2.0
package io.orrery.wire;

/// A complete request. Path and query are as the client sent them, not percent-decoded, because
/// signatures are computed over these very characters.
///
/// @param path starts with `/`, or is `*`
/// @param query what follows the first `?`, without it; empty if there is none
public record HttpRequest(
    String method, String path, String query, HttpHeaders headers, byte[] body) {}
