// SPDX-License-Identifier: Apache-2.0
package io.orrery.wire;

import io.orrery.wire.tls.TlsIdentity;
import java.util.function.Supplier;

/// Whether a port speaks plain, TLS or both. Both is what users want: the first byte of a
/// connection tells which, and no client has to be configured for the other one.
///
/// An identity is asked for when the first client greets with TLS, not at the start, on a thread
/// that may wait for it.
public sealed interface Encryption {

  /// `PROTOCOL=http`.
  record Never() implements Encryption {}

  /// Plain or TLS, as the client likes.
  record Optional(Supplier<TlsIdentity> identity) implements Encryption {}

  /// `PROTOCOL=https`: plain clients are told so.
  record Always(Supplier<TlsIdentity> identity) implements Encryption {}
}
