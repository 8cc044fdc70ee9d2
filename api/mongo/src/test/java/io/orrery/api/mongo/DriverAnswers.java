// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.MongoException;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.bson.Document;

/// What tests look at in the answers that a driver gives.
final class DriverAnswers {
  private DriverAnswers() {}

  static List<Object> ids(Iterable<Document> documents) {
    List<Object> ids = new ArrayList<>();
    documents.forEach(each -> ids.add(each.get("_id")));
    return ids;
  }

  /// Fails unless the call fails with this code.
  static void assertCode(int code, ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            MongoException.class,
            failure -> assertThat(failure.getCode()).as(failure.getMessage()).isEqualTo(code));
  }
}
