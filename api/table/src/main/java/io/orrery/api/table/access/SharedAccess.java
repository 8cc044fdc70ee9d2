// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.table.access;

import io.orrery.api.table.protocol.Parameters;
import io.orrery.api.table.protocol.TableError;
import io.orrery.api.table.protocol.TableRefusal;
import io.orrery.gateway.access.Principal;
import io.orrery.wire.http.Caller;
import java.net.InetAddress;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.BiFunction;

/// Shared access signatures: parameters that say what is allowed, signed with a key of the account.
/// One for the account (`ss`, `srt`) or one for a table (`tn`).
public final class SharedAccess {
  private static final String SIGNATURE = "sig";

  /// From this version on, the signed text of an account's signature has a line more.
  private static final String ENCRYPTION_SCOPES = "2020-12-06";

  private final SharedKeys keys;
  private final BiFunction<String, String, Optional<AccessPolicy>> policies;
  private final InstantSource clock;

  /// @param policies finds the policy of a table by the table's name and its own
  public SharedAccess(
      SharedKeys keys,
      BiFunction<String, String, Optional<AccessPolicy>> policies,
      InstantSource clock) {
    this.keys = keys;
    this.policies = policies;
    this.clock = clock;
  }

  /// Whether a request comes with a signature.
  static boolean isIn(Parameters parameters) {
    return parameters.find(SIGNATURE).isPresent();
  }

  /// Fails with AuthenticationFailed if the signature is not good, or not any more.
  TableCaller authenticate(Parameters parameters, String account, Caller from) {
    return parameters.find("tn").isPresent()
        ? table(parameters, account, from)
        : account(parameters, account, from);
  }

  private TableCaller account(Parameters sent, String account, Caller from) {
    String version = value(sent, "sv");
    String text =
        String.join(
                "\n",
                account,
                value(sent, "sp"),
                value(sent, "ss"),
                value(sent, "srt"),
                value(sent, "st"),
                value(sent, "se"),
                value(sent, "sip"),
                value(sent, "spr"),
                version)
            + "\n"
            + (version.compareTo(ENCRYPTION_SCOPES) >= 0 ? value(sent, "ses") + "\n" : "");
    Principal signer = signer(sent, account, text);
    requireTime(value(sent, "st"), value(sent, "se"));
    requireFrom(sent, from);
    if (!value(sent, "ss").contains("t")) {
      throw new TableRefusal(
          TableError.AUTHORIZATION_FAILURE, "The signed services do not include tables.");
    }
    return new TableCaller.AccountSignature(signer, value(sent, "sp"), value(sent, "srt"));
  }

  private TableCaller table(Parameters sent, String account, Caller from) {
    String table = value(sent, "tn");
    String resource = "/table/" + account + "/" + table.toLowerCase(Locale.ROOT);
    String text =
        String.join(
            "\n",
            List.of(
                value(sent, "sp"),
                value(sent, "st"),
                value(sent, "se"),
                resource,
                value(sent, "si"),
                value(sent, "sip"),
                value(sent, "spr"),
                value(sent, "sv"),
                value(sent, "spk"),
                value(sent, "srk"),
                value(sent, "epk"),
                value(sent, "erk")));
    Principal signer = signer(sent, account, text);
    AccessPolicy policy = policy(table, value(sent, "si"));
    requireTime(
        either(policy.start(), value(sent, "st")), either(policy.expiry(), value(sent, "se")));
    requireFrom(sent, from);
    return new TableCaller.TableSignature(
        signer,
        table.toLowerCase(Locale.ROOT),
        either(policy.permissions(), value(sent, "sp")),
        new SignedKeys(sent.find("spk"), sent.find("srk"), sent.find("epk"), sent.find("erk")));
  }

  private AccessPolicy policy(String table, String id) {
    return id.isEmpty()
        ? new AccessPolicy("", "", "", "")
        : policies
            .apply(table, id)
            .orElseThrow(() -> SharedKeys.failed("the table has no access policy " + id));
  }

  private static String either(String stored, String sent) {
    return stored.isEmpty() ? sent : stored;
  }

  private static String value(Parameters parameters, String name) {
    return parameters.find(name).orElse("");
  }

  /// A plus sign that the client forgot to encode was read as a space.
  private Principal signer(Parameters sent, String account, String text) {
    Principal signer = keys.holder(account, text, value(sent, SIGNATURE).replace(' ', '+'));
    if (signer == null) {
      throw SharedKeys.failed(
          "the signature is not that of '%s'".formatted(text.replace("\n", "\\n")));
    }
    return signer;
  }

  private void requireTime(String start, String expiry) {
    Instant now = clock.instant();
    if (expiry.isEmpty() || !now.isBefore(instant(expiry))) {
      throw SharedKeys.failed("the signature has expired");
    }
    if (!start.isEmpty() && now.isBefore(instant(start))) {
      throw SharedKeys.failed("the signature is not good yet");
    }
  }

  /// A day, a minute, or more exactly.
  private static Instant instant(String text) {
    try {
      return text.indexOf('T') < 0
          ? LocalDate.parse(text).atStartOfDay(ZoneOffset.UTC).toInstant()
          : OffsetDateTime.parse(text).toInstant();
    } catch (DateTimeException _) {
      throw SharedKeys.failed("'%s' is no time".formatted(text));
    }
  }

  private static void requireFrom(Parameters sent, Caller from) {
    String protocols = value(sent, "spr");
    if (!protocols.isEmpty()
        && !from.secure()
        && !protocols.contains("http,")
        && !protocols.endsWith("http")) {
      throw SharedKeys.failed("the signature is for https only");
    }
    String addresses = value(sent, "sip");
    if (!addresses.isEmpty() && !isWithin(from.address().getAddress(), addresses)) {
      throw SharedKeys.failed("the signature is for other addresses");
    }
  }

  /// One address, or the first and last of a range.
  private static boolean isWithin(InetAddress address, String range) {
    String[] ends = range.split("-", 2);
    try {
      byte[] at = address == null ? new byte[0] : address.getAddress();
      byte[] first = InetAddress.ofLiteral(ends[0].strip()).getAddress();
      byte[] last = InetAddress.ofLiteral(ends[ends.length - 1].strip()).getAddress();
      return at.length == first.length
          && at.length == last.length
          && Arrays.compareUnsigned(first, at) <= 0
          && Arrays.compareUnsigned(at, last) <= 0;
    } catch (IllegalArgumentException _) {
      throw SharedKeys.failed("'%s' are no addresses".formatted(range));
    }
  }
}
