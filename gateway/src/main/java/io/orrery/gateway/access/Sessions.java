// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway.access;

import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import io.orrery.model.catalog.AccountKeys;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Base64;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/// People who showed an account key once and are known by a random token from then on, until they
/// sign out, the time is over or the key is regenerated. A session may do what its key may. Kept in
/// memory: a restart ends them all.
public final class Sessions {
  /// How long a session lasts.
  public static final Duration LIFE = Duration.ofHours(12);

  /// One more ends the oldest: whoever opens sessions has a key, so nobody else can fill this.
  static final int OPEN_MAX = 1000;

  private static final int TOKEN_BYTES = 32;
  private static final List<AccountKeys.Name> KEYS =
      List.of(
          AccountKeys.Name.PRIMARY,
          AccountKeys.Name.SECONDARY,
          AccountKeys.Name.PRIMARY_READ_ONLY,
          AccountKeys.Name.SECONDARY_READ_ONLY);

  private final Supplier<AccountKeys> keys;
  private final InstantSource clock;
  private final SecureRandom random = new SecureRandom();
  private final ReentrantLock lock = new ReentrantLock();

  /// By the digest of the token, so that no comparison tells how much of a guess was right. Guarded
  /// by lock.
  private final Map<String, Session> open = new LinkedHashMap<>();

  private record Session(AccountKeys.Name name, byte[] key, Instant expires) {}

  /// A session as its owner sees it.
  public record Opened(String token, boolean readOnly, Instant expires) {}

  Sessions(Supplier<AccountKeys> keys, InstantSource clock) {
    this.keys = keys;
    this.clock = clock;
  }

  /// Begins a session for whoever shows this key. Fails with UNAUTHENTICATED if it is none of the
  /// account's.
  public Opened open(byte[] key) {
    AccountKeys current = keys.get();
    AccountKeys.Name found = null;
    for (AccountKeys.Name name : KEYS) {
      if (MessageDigest.isEqual(current.key(name), key) && found == null) {
        found = name;
      }
    }
    if (found == null) {
      throw new OrreryException(
          ErrorCode.UNAUTHENTICATED, "This is none of the account's keys, or not any more.");
    }
    return open(new Session(found, key.clone(), clock.instant().plus(LIFE)));
  }

  private Opened open(Session session) {
    byte[] bytes = new byte[TOKEN_BYTES];
    random.nextBytes(bytes);
    String token = Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    lock.lock();
    try {
      open.values().removeIf(this::isOver);
      if (open.size() >= OPEN_MAX) {
        open.remove(open.keySet().iterator().next());
      }
      open.put(digest(token), session);
    } finally {
      lock.unlock();
    }
    return new Opened(token, readOnly(session), session.expires());
  }

  /// The session of a token, unless it is over.
  public Optional<Opened> find(String token) {
    lock.lock();
    try {
      Session session = open.get(digest(token));
      return session == null || isOver(session)
          ? Optional.empty()
          : Optional.of(new Opened(token, readOnly(session), session.expires()));
    } finally {
      lock.unlock();
    }
  }

  /// Who has this token. Fails with UNAUTHENTICATED if the session is over, or never began.
  public Principal require(String token) {
    return find(token)
        .map(session -> new Principal.KeyHolder(session.readOnly()))
        .orElseThrow(
            () ->
                new OrreryException(
                    ErrorCode.UNAUTHENTICATED, "The session is over; sign in again."));
  }

  /// Ends a session.
  public void close(String token) {
    lock.lock();
    try {
      open.remove(digest(token));
    } finally {
      lock.unlock();
    }
  }

  private boolean isOver(Session session) {
    return !session.expires().isAfter(clock.instant())
        || !MessageDigest.isEqual(keys.get().key(session.name()), session.key());
  }

  private static boolean readOnly(Session session) {
    return session.name() == AccountKeys.Name.PRIMARY_READ_ONLY
        || session.name() == AccountKeys.Name.SECONDARY_READ_ONLY;
  }

  private static String digest(String token) {
    try {
      return HexFormat.of()
          .formatHex(
              MessageDigest.getInstance("SHA-256").digest(token.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }
}
