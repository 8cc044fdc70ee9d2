// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.match;

import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.api.mongo.bson.RandomBson;
import io.orrery.api.mongo.bson.RawDocument;
import io.orrery.model.value.Value;
import org.bson.BsonDocument;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Which fields of a document become values for a filter.
class NeededFieldsTest {
  private static final RawDocument DOCUMENT =
      document("{_id: 1, a: 1, b: {c: [2]}, d: 'text', 'e': {a: 1}}");

  private static RawDocument document(String text) {
    return RawDocument.of(RandomBson.bytes(BsonDocument.parse(text)));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{a: 1} | a",
        "{'b.c': {$gt: 1}} | b",
        "{$or: [{a: 1}, {$nor: [{d: /x/}, {'b.0': 1}]}]} | a b d",
        "{missing: null} | ``",
        "{} | ``",
        "{$expr: {$eq: ['$a', {$size: '$b.c'}]}} | a b",
        "{$expr: {$let: {vars: {x: '$a'}, in: {$lt: ['$$x', '$$CURRENT.d']}}}} | a d",
        "{$expr: {$let: {vars: {CURRENT: '$e'}, in: {$eq: ['$a', 1]}}}} | e",
        "{$expr: {$map: {input: '$b.c', as: 'd', in: {$add: ['$$d', '$_id']}}}} | _id b",
        "{$expr: {$cond: ['$a', {$ifNull: ['$none', '$d']}, {$literal: '$e'}]}} | a d",
        "{$expr: {$eq: ['$$ROOT', 1]}} | _id a b d e",
        "{a: 1, $expr: {$getField: 'b'}} | _id a b d e",
        "{$jsonSchema: {required: ['a']}} | _id a b d e",
      })
  void whatAFilterLooksAtIsRead(String filter, String names) {
    Filter read = FilterReader.read(document(filter).toValue());
    Value.Document needed = new NeededFields().filter(read).reader().apply(DOCUMENT.toStored());
    assertThat(String.join(" ", needed.properties().sequencedKeySet())).isEqualTo(names);
    Value.Document whole = DOCUMENT.toValue();
    needed.properties().forEach((name, value) -> assertThat(value).isEqualTo(whole.property(name)));
    assertThat(Matching.matches(read, needed)).isEqualTo(Matching.matches(read, whole));
  }
}
