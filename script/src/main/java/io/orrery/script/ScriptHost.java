// SPDX-License-Identifier: Apache-2.0
package io.orrery.script;

import org.jspecify.annotations.Nullable;

/// The data a script works on. Everything is JSON text, as a client would get it.
///
/// An operation that cannot be done fails with an [OrreryException]; the script sees the failure if
/// it is about what the script asked for, and ends if it is about the server.
public interface ScriptHost {

  /// The address of the container, by rid.
  String selfLink();

  /// The address of the container, by name.
  String altLink();

  /// Whether there is room for another operation. Scripts are told, and are to return soon.
  boolean accepts();

  /// The item as it was created.
  String create(String link, String item, Options options);

  String read(String link, Options options);

  String replace(String link, String item, Options options);

  String upsert(String link, String item, Options options);

  void delete(String link, Options options);

  /// The next items of the logical partition.
  Page readAll(String link, Options options);

  /// The next rows of a query.
  ///
  /// @param query an object with the text and its parameters, as REST clients send it
  Page query(String link, String query, Options options);

  /// What a script may say with an operation.
  ///
  /// @param options an object, from which the host takes what it knows
  record Options(String options) {}

  /// Some rows.
  ///
  /// @param items an array
  /// @param continuation where the next ones are; null if there are none
  record Page(String items, @Nullable String continuation) {}
}
