// SPDX-License-Identifier: Apache-2.0
package io.orrery.query.evaluate;

import io.orrery.model.value.Value;
import io.orrery.plan.aggregate.AggregateFunction;
import io.orrery.plan.aggregate.ValueSize;
import io.orrery.query.evaluate.Evaluation.Slot;
import io.orrery.query.evaluate.SourceScope.Grouped;
import io.orrery.query.function.Function;
import io.orrery.query.function.Functions;
import io.orrery.query.function.Surroundings;
import io.orrery.query.function.Unsupported;
import io.orrery.query.syntax.Expression;
import io.orrery.query.syntax.Expression.Call;
import java.util.List;

/// Compiles calls: of aggregates, of the user's functions, of built-in ones.
final class CallCompiler {
  private final Compilation compilation;

  CallCompiler(Compilation compilation) {
    this.compilation = compilation;
  }

  Evaluation compile(Call call, SourceScope scope) {
    AggregateFunction aggregate = ExpressionFacts.aggregate(call);
    if (aggregate != null) {
      return aggregate(call, aggregate, scope);
    }
    Evaluation[] arguments = arguments(call, scope);
    return call.userDefined()
        ? userDefined(call.name(), arguments, scope)
        : builtIn(call, arguments, scope);
  }

  private Evaluation[] arguments(Call call, SourceScope scope) {
    Evaluation[] arguments = new Evaluation[call.arguments().size()];
    for (int i = 0; i < arguments.length; i++) {
      arguments[i] = compilation.expression(call.arguments().get(i), scope);
    }
    return arguments;
  }

  private Evaluation aggregate(Call call, AggregateFunction function, SourceScope scope) {
    Grouped grouped = scope.grouped();
    if (grouped == null) {
      throw QueryRefusals.invalid(
          "The aggregate function "
              + function
              + " can stand only in SELECT or ORDER BY, and not inside another one.");
    }
    if (call.arguments().size() != 1) {
      throw QueryRefusals.invalid("The aggregate function " + function + " takes one argument.");
    }
    Integer known = grouped.aggregateSlot(call);
    if (known != null) {
      return new Slot(known);
    }
    Expression argument = call.arguments().getFirst();
    int slot = compilation.newSlot();
    grouped.add(
        call,
        new GroupLayout.Aggregate(
            function, compilation.expression(argument, grouped.rows()), slot));
    return new Slot(slot);
  }

  private Evaluation userDefined(String name, Evaluation[] arguments, SourceScope scope) {
    scope.useAll();
    UserFunctions functions = compilation.settings().userFunctions();
    functions.expect(name);
    return frame -> {
      frame.step();
      return functions.call(name, List.of(Evaluation.all(arguments, frame)));
    };
  }

  private Evaluation builtIn(Call call, Evaluation[] arguments, SourceScope scope) {
    Function function = Functions.find(call.name());
    if (function == null && Unsupported.isFunction(call.name())) {
      throw Unsupported.function(call.name());
    }
    if (function == null) {
      throw QueryRefusals.invalid("There is no function '" + call.name() + "'.");
    }
    if (!function.takes(arguments.length)) {
      throw QueryRefusals.invalid(
          "The function " + function.name() + " does not take " + arguments.length + " arguments.");
    }
    Evaluation evaluation = evaluation(function, arguments, scope.isNested());
    if (!function.deterministic()) {
      scope.useAll();
      return evaluation;
    }
    return function.costly() ? evaluation : Folding.foldSmall(evaluation, arguments);
  }

  /// Costs as many steps as there is to look at, and looks at the clock before what may take long.
  ///
  /// @param nested whether the value may be one that subqueries let grow with each level
  private Evaluation evaluation(Function function, Evaluation[] arguments, boolean nested) {
    Function.Body body = function.body();
    Surroundings surroundings = compilation.settings().surroundings();
    int least = function.costly() ? Frame.STEPS : 0;
    return frame -> {
      Value[] values = Evaluation.all(arguments, frame);
      frame.steps(least + CallCost.steps(values));
      Value result = body.apply(values, surroundings);
      if (nested || CallCost.isLarge(result)) {
        frame.keep(ValueSize.of(result));
      }
      return result;
    };
  }
}
