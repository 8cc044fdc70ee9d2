// SPDX-License-Identifier: Apache-2.0
package io.orrery.cli;

/// What applications ask most of one API, about orders of customers.
interface Rehearsal {

  /// Makes what has to be there before anybody asks.
  void prepare();

  /// One request of many, which has to succeed.
  void ask(int number);
}
