// SPDX-License-Identifier: Apache-2.0
package io.orrery.model.catalog;

import io.orrery.model.container.Api;
import io.orrery.model.encoding.ByteReader;
import io.orrery.model.encoding.ByteWriter;

/// What an API keeps for the whole account, such as the Table API's CORS rules.
///
/// @param revision how often it was set, so that nobody overwrites what they have not seen
/// @param content in the API's own form, opaque to everybody else
public record ApiProperties(Api api, long revision, byte[] content) implements CatalogRecord {
  /// Before anything was set.
  public static final long NEVER_SET = 0;

  @Override
  public byte[] encode() {
    return new ByteWriter(content.length + 8)
        .writeVarint(revision)
        .writeBlock(content)
        .toByteArray();
  }

  public static ApiProperties decode(int api, byte[] bytes) {
    ByteReader in = new ByteReader(bytes);
    ApiProperties properties = new ApiProperties(Api.ofCode(api), in.readVarint(), in.readBlock());
    in.requireEnd();
    return properties;
  }
}
