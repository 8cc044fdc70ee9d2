// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.frame;

/// The opcodes that clients of today send and get. The older ones for reads and writes are refused:
/// no client that still connects sends them.
final class OpCode {
  static final int REPLY = 1;
  static final int QUERY = 2004;
  static final int COMPRESSED = 2012;
  static final int MSG = 2013;

  static final int HEADER_BYTES = 16;

  private OpCode() {}
}
