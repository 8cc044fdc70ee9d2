// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.stage;

import io.orrery.api.mongo.bson.BsonType;
import io.orrery.api.mongo.command.MongoFailure;
import io.orrery.api.mongo.expression.DocumentShape;
import io.orrery.api.mongo.expression.ExpressionEvaluator;
import io.orrery.api.mongo.expression.MongoExpression;
import io.orrery.api.mongo.expression.Variables;
import io.orrery.api.mongo.match.Filter;
import io.orrery.api.mongo.match.Matching;
import io.orrery.model.value.Value;
import java.util.List;
import java.util.function.Predicate;

/// A stage that makes any number of documents of each by itself.
public sealed interface RowStage {

  /// Gives the documents that one becomes.
  ///
  /// @param sink whether more are wanted behind this one
  /// @return false if the sink wanted no more
  boolean rows(Value.Document document, Variables variables, Predicate<Value.Document> sink);

  /// `$match`.
  record Match(Filter filter) implements RowStage {
    @Override
    public boolean rows(
        Value.Document document, Variables variables, Predicate<Value.Document> sink) {
      return !Matching.matches(filter, document) || sink.test(document);
    }
  }

  /// `$project`, `$addFields`, `$unset`.
  record Shape(DocumentShape shape) implements RowStage {
    @Override
    public boolean rows(
        Value.Document document, Variables variables, Predicate<Value.Document> sink) {
      return sink.test(shape.apply(document, variables));
    }
  }

  /// `$replaceRoot`.
  record Replace(MongoExpression root) implements RowStage {
    @Override
    public boolean rows(
        Value.Document document, Variables variables, Predicate<Value.Document> sink) {
      Value made = ExpressionEvaluator.evaluate(root, variables.of(document));
      if (made instanceof Value.Document replaced) {
        return sink.test(replaced);
      }
      throw MongoFailure.at(
          40228,
          "'newRoot' expression must evaluate to an object, but resulting value was of type: "
              + BsonType.name(made));
    }
  }

  /// `$unwind`.
  record Unwind(UnwindPath path) implements RowStage {
    @Override
    public boolean rows(
        Value.Document document, Variables variables, Predicate<Value.Document> sink) {
      return path.rows(document, sink);
    }
  }

  /// `$redact`.
  record Redact(MongoExpression decision) implements RowStage {
    @Override
    public boolean rows(
        Value.Document document, Variables variables, Predicate<Value.Document> sink) {
      Value left = Redaction.of(decision, document, variables.of(document));
      return !(left instanceof Value.Document kept) || sink.test(kept);
    }
  }

  /// Several, one after the other.
  static boolean all(
      List<RowStage> stages,
      int at,
      Value.Document document,
      Variables variables,
      Predicate<Value.Document> sink) {
    return at == stages.size()
        ? sink.test(document)
        : stages
            .get(at)
            .rows(document, variables, each -> all(stages, at + 1, each, variables, sink));
  }
}
