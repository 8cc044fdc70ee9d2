// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.sql.protocol;

import io.orrery.gateway.SessionToken;
import java.util.Locale;
import java.util.Optional;

/// Consistency levels and session tokens as SDKs write them: `range:version#lsn`, several joined by
/// commas, each perhaps followed by `#region=lsn` entries. Our ranges have version -1.
public final class Session {
  private static final String VERSION = ":-1#";

  private Session() {}

  /// What a request must see. Fails with INVALID_ARGUMENT if it asks for a consistency that the
  /// account does not give, or its token is malformed.
  public static SessionToken required(SqlRequest request) {
    Optional<String> level = request.header(Names.CONSISTENCY_LEVEL);
    boolean session = level.isEmpty() || isSession(level.get());
    return session
        ? request.header(Names.SESSION_TOKEN).map(Session::parse).orElse(SessionToken.NONE)
        : SessionToken.NONE;
  }

  private static boolean isSession(String level) {
    return switch (level.toLowerCase(Locale.ROOT)) {
      case "session" -> true;
      case "eventual", "consistentprefix" -> false;
      case "strong", "boundedstaleness" ->
          throw Refusals.invalid(
              "The consistency level %s is stronger than the account's, which is Session."
                  .formatted(level));
      default -> throw Refusals.invalid("There is no consistency level %s.".formatted(level));
    };
  }

  public static SessionToken parse(String text) {
    if (text.indexOf(',') < 0) {
      return SessionToken.parse(plain(text));
    }
    StringBuilder all = new StringBuilder(text.length());
    for (String entry : text.split(",", -1)) {
      if (!entry.isBlank()) { // Some clients end the list with a comma.
        all.append(all.isEmpty() ? "" : ",").append(plain(entry));
      }
    }
    return SessionToken.parse(all.toString());
  }

  /// One entry as the gateway writes it.
  private static String plain(String entry) {
    String stripped = entry.strip();
    int colon = stripped.indexOf(':');
    if (colon < 0) {
      throw Refusals.invalid("The session token '%s' has no colon.".formatted(entry));
    }
    return stripped.substring(0, colon + 1).concat(lsn(stripped.substring(colon + 1)));
  }

  /// The LSN of one entry. A version above ours is one that our ranges have not reached, so no LSN
  /// is enough.
  private static String lsn(String progress) {
    int version = progress.indexOf('#');
    if (version < 0) {
      return progress;
    }
    if (!progress.startsWith("-1#")) {
      return Long.toString(Long.MAX_VALUE);
    }
    int regions = progress.indexOf('#', version + 1);
    return progress.substring(version + 1, regions < 0 ? progress.length() : regions);
  }

  /// Tells the client what it has seen, and of an answer from one range which it was.
  public static void tell(Answer answer, SessionToken seen) {
    if (seen.isEmpty()) {
      return;
    }
    String text = seen.toString();
    int colon = text.indexOf(':');
    if (text.indexOf(',') >= 0) {
      answer.header(Names.SESSION_TOKEN, text.replace(":", VERSION));
      return;
    }
    String range = text.substring(0, colon);
    String lsn = text.substring(colon + 1);
    answer
        .header(Names.SESSION_TOKEN, range + VERSION + lsn)
        .header(Names.LSN, lsn)
        .header(Names.PARTITION_KEY_RANGE, range);
  }
}
