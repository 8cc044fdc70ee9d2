// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.user;

import io.orrery.api.mongo.access.ScramMechanism;
import io.orrery.api.mongo.access.ScramSecret;
import io.orrery.api.mongo.command.MongoError;
import io.orrery.api.mongo.command.MongoFailure;
import java.security.SecureRandom;
import java.text.Normalizer;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Makes what is kept of passwords.
final class Passwords {
  private final SecureRandom random = new SecureRandom();

  /// Fails with BAD_VALUE if a mechanism is none.
  static Set<ScramMechanism> mechanisms(Optional<List<String>> names) {
    if (names.isEmpty()) {
      return EnumSet.allOf(ScramMechanism.class);
    }
    Set<ScramMechanism> mechanisms = EnumSet.noneOf(ScramMechanism.class);
    for (String name : names.get()) {
      mechanisms.add(
          ScramMechanism.find(name)
              .orElseThrow(
                  () ->
                      new MongoFailure(
                          MongoError.BAD_VALUE, "Unknown auth mechanism '%s'".formatted(name))));
    }
    if (mechanisms.isEmpty()) {
      throw new MongoFailure(MongoError.BAD_VALUE, "mechanisms field must not be empty");
    }
    return mechanisms;
  }

  Map<ScramMechanism, ScramSecret> secrets(
      String user, String password, Set<ScramMechanism> mechanisms) {
    Map<ScramMechanism, ScramSecret> secrets = new EnumMap<>(ScramMechanism.class);
    for (ScramMechanism mechanism : mechanisms) {
      byte[] salt = new byte[mechanism.saltBytes()];
      random.nextBytes(salt);
      String prepared =
          switch (mechanism) {
            case SHA_256 -> prepared(password);
            case SHA_1 -> password;
          };
      secrets.put(mechanism, ScramSecret.of(mechanism, mechanism.password(user, prepared), salt));
    }
    return secrets;
  }

  /// As clients prepare it before they prove it (RFC 4013): characters that look alike become one,
  /// those that nobody sees go.
  private static String prepared(String password) {
    if (password.chars().allMatch(letter -> letter >= ' ' && letter < 0x7F)) {
      return password;
    }
    StringBuilder mapped = new StringBuilder();
    password
        .codePoints()
        .forEach(
            letter -> {
              if (Character.getType(letter) == Character.SPACE_SEPARATOR) {
                mapped.append(' ');
              } else if (!isNothing(letter)) {
                mapped.appendCodePoint(letter);
              }
            });
    String normal = Normalizer.normalize(mapped, Normalizer.Form.NFKC);
    if (normal.isEmpty() || normal.codePoints().anyMatch(Character::isISOControl)) {
      throw new MongoFailure(
          MongoError.BAD_VALUE, "Error preflighting normalization: forbidden characters");
    }
    return normal;
  }

  /// Soft hyphens, joiners and the like: RFC 3454, table B.1.
  private static boolean isNothing(int letter) {
    return letter == 0xAD
        || letter == 0x34F
        || letter == 0x1806
        || (letter >= 0x180B && letter <= 0x180D)
        || (letter >= 0x200B && letter <= 0x200D)
        || letter == 0x2060
        || (letter >= 0xFE00 && letter <= 0xFE0F)
        || letter == 0xFEFF;
  }
}
