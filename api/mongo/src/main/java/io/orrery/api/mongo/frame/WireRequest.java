// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.frame;

import io.orrery.api.mongo.bson.RawDocument;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// One request, whatever it was wrapped in.
///
/// @param id what the answer refers to
/// @param form how the client asked, and so how it is answered
/// @param answered false if the client does not wait for an answer
/// @param compressor what it was compressed by; an answer is then, too
/// @param database where the legacy form says it; others have it in the body
/// @param sequences documents beside the body, by the name of the field they stand for
public record WireRequest(
    int id,
    Form form,
    boolean answered,
    Optional<Compressor> compressor,
    Optional<String> database,
    RawDocument body,
    Map<String, List<RawDocument>> sequences) {

  /// How a command travels.
  public enum Form {
    /// OP_MSG.
    MESSAGE,
    /// OP_QUERY on `<database>.$cmd`, in which clients send their first greeting.
    LEGACY
  }

  public WireRequest {
    sequences = Map.copyOf(sequences);
  }
}
