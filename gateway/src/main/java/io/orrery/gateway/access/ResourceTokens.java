// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway.access;

import io.orrery.gateway.catalog.AccessStore;
import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import io.orrery.model.catalog.Permission;
import io.orrery.model.encoding.ByteReader;
import io.orrery.model.encoding.ByteWriter;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Base64;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Resource tokens: a permission's numbers and an end, signed. The permission is looked up whenever
/// a token is used, so one that was deleted or changed has its effect at once.
public final class ResourceTokens {
  private static final String PREFIX = "type=resource&ver=1&sig=";

  private final AccessStore access;
  private final Supplier<HmacKey> secret;
  private final InstantSource clock;

  ResourceTokens(AccessStore access, Supplier<HmacKey> secret, InstantSource clock) {
    this.access = access;
    this.secret = secret;
    this.clock = clock;
  }

  /// A token for the permission that ends after the given time.
  public String issue(Permission permission, Duration life) {
    byte[] content =
        new ByteWriter(32)
            .writeVarint(clock.millis() + life.toMillis())
            .writeVarint(permission.database())
            .writeVarint(permission.user())
            .writeVarint(permission.number())
            .toByteArray();
    Base64.Encoder base64 = Base64.getEncoder();
    return PREFIX
        + base64.encodeToString(secret.get().sign(content))
        + ";"
        + base64.encodeToString(content)
        + ";";
  }

  /// The permission behind a token, given from its signature on. Fails with UNAUTHENTICATED if it
  /// is none of ours, with FORBIDDEN if it has ended.
  public Permission verify(String token) {
    String[] parts = token.split(";", -1);
    if (parts.length < 2) {
      throw invalid(null);
    }
    byte[] content;
    try {
      content = Base64.getDecoder().decode(parts[1]);
      if (!secret.get().verify(content, Base64.getDecoder().decode(parts[0]))) {
        throw invalid(null);
      }
    } catch (IllegalArgumentException e) {
      throw invalid(e);
    }
    ByteReader in = new ByteReader(content);
    long end = in.readVarint();
    if (end <= clock.millis()) {
      throw new OrreryException(ErrorCode.FORBIDDEN, "The resource token has expired.");
    }
    return access
        .findPermission(in.readLength(), in.readLength(), in.readLength())
        .orElseThrow(
            () ->
                new OrreryException(
                    ErrorCode.FORBIDDEN, "The permission of the resource token was deleted."));
  }

  private static OrreryException invalid(@Nullable IllegalArgumentException cause) {
    return new OrreryException(
        ErrorCode.UNAUTHENTICATED, "The resource token is not one of this account.", cause);
  }
}
