// SPDX-License-Identifier: Apache-2.0
package io.orrery.plan.expression;

import io.orrery.model.OrreryException;
import io.orrery.model.encoding.ByteReader;
import io.orrery.model.encoding.ByteWriter;
import io.orrery.model.encoding.GeneralisedUtf8;
import io.orrery.model.value.Value;
import io.orrery.plan.access.ValueCodec;
import io.orrery.plan.expression.PlanExpression.Root;
import java.util.ArrayList;
import java.util.List;

/// Expressions as bytes. What is read is no deeper than the evaluator can go.
public final class ExpressionCodec {
  private static final int PATH = 1;
  private static final int CONSTANT = 2;
  private static final int COMPARE = 3;
  private static final int IN = 4;
  private static final int AND = 5;
  private static final int OR = 6;
  private static final int NOT = 7;
  private static final int EXISTS = 8;
  private static final int HAS_KIND = 9;
  private static final int ANY_ELEMENT = 10;
  private static final int GROUP_KEY = 11;
  private static final int AGGREGATE_RESULT = 12;
  private static final int OUTPUT = 13;
  private static final int CALCULATE = 14;
  private static final int CALL = 15;

  private static final int ITEM = 0;
  private static final int ELEMENT = 1;
  private static final int UNWOUND = 2;

  private static final int DEPTH_MAX = 500;

  private ExpressionCodec() {}

  public static void writeAll(ByteWriter out, List<PlanExpression> expressions) {
    out.writeVarint(expressions.size());
    expressions.forEach(each -> write(out, each));
  }

  public static List<PlanExpression> readAll(ByteReader in) {
    return readAll(in, DEPTH_MAX);
  }

  public static void write(ByteWriter out, PlanExpression expression) {
    switch (expression) {
      case PlanExpression.Path(Root root, List<String> names) -> {
        writeRoot(out.writeByte(PATH), root);
        out.writeVarint(names.size());
        names.forEach(name -> out.writeBlock(GeneralisedUtf8.encode(name)));
      }
      case PlanExpression.Constant(Value value) -> ValueCodec.write(out.writeByte(CONSTANT), value);
      case PlanExpression.Compare(var semantics, var operator, var left, var right) -> {
        out.writeByte(COMPARE)
            .writeByte(ValueCodec.number(semantics))
            .writeByte(ValueCodec.number(operator));
        write(out, left);
        write(out, right);
      }
      case PlanExpression.In(var semantics, var operand, var values) -> {
        write(out.writeByte(IN).writeByte(ValueCodec.number(semantics)), operand);
        out.writeVarint(values.size());
        values.forEach(value -> ValueCodec.write(out, value));
      }
      case PlanExpression.And(var parts) -> writeAll(out.writeByte(AND), parts);
      case PlanExpression.Or(var parts) -> writeAll(out.writeByte(OR), parts);
      case PlanExpression.Not(var operand) -> write(out.writeByte(NOT), operand);
      case PlanExpression.Exists(var operand) -> write(out.writeByte(EXISTS), operand);
      case PlanExpression.HasKind(var semantics, var operand, var kinds) -> {
        write(out.writeByte(HAS_KIND).writeByte(ValueCodec.number(semantics)), operand);
        out.writeVarint(kinds.size());
        kinds.forEach(kind -> out.writeByte(ValueCodec.number(kind)));
      }
      case PlanExpression.AnyElement(var array, var condition) -> {
        write(out.writeByte(ANY_ELEMENT), array);
        write(out, condition);
      }
      case PlanExpression.Calculate(var calculation, var left, var right) -> {
        write(out.writeByte(CALCULATE).writeByte(ValueCodec.number(calculation)), left);
        write(out, right);
      }
      case PlanExpression.Call(var function, var arguments) ->
          writeAll(out.writeByte(CALL).writeByte(ValueCodec.number(function)), arguments);
      case PlanExpression.GroupKey(int number) -> out.writeByte(GROUP_KEY).writeVarint(number);
      case PlanExpression.AggregateResult(int number) ->
          out.writeByte(AGGREGATE_RESULT).writeVarint(number);
      case PlanExpression.Output(int number) -> out.writeByte(OUTPUT).writeVarint(number);
    }
  }

  /// Fails with CORRUPTED if it is no expression.
  public static PlanExpression read(ByteReader in) {
    return read(in, DEPTH_MAX);
  }

  private static PlanExpression read(ByteReader in, int depthLeft) {
    if (depthLeft == 0) {
      throw OrreryException.corrupted("an expression nests too deep");
    }
    int below = depthLeft - 1;
    int kind = in.readByte();
    return switch (kind) {
      case PATH -> new PlanExpression.Path(readRoot(in), readNames(in));
      case CONSTANT -> new PlanExpression.Constant(ValueCodec.read(in));
      case COMPARE ->
          new PlanExpression.Compare(
              semantics(in),
              ValueCodec.constant(PlanExpression.Operator.values(), in),
              read(in, below),
              read(in, below));
      case IN -> new PlanExpression.In(semantics(in), read(in, below), readValues(in));
      case AND -> new PlanExpression.And(readAll(in, below));
      case OR -> new PlanExpression.Or(readAll(in, below));
      case NOT -> new PlanExpression.Not(read(in, below));
      case EXISTS -> new PlanExpression.Exists(read(in, below));
      case HAS_KIND -> new PlanExpression.HasKind(semantics(in), read(in, below), readKinds(in));
      case ANY_ELEMENT -> new PlanExpression.AnyElement(read(in, below), read(in, below));
      case GROUP_KEY -> new PlanExpression.GroupKey(in.readLength());
      case AGGREGATE_RESULT -> new PlanExpression.AggregateResult(in.readLength());
      case OUTPUT -> new PlanExpression.Output(in.readLength());
      case CALCULATE ->
          new PlanExpression.Calculate(
              ValueCodec.constant(PlanExpression.Calculation.values(), in),
              read(in, below),
              read(in, below));
      case CALL -> call(ValueCodec.constant(ScalarFunction.values(), in), readAll(in, below));
      default -> throw OrreryException.corrupted("there is no expression of kind " + kind);
    };
  }

  private static PlanExpression call(ScalarFunction function, List<PlanExpression> arguments) {
    if (!function.takes(arguments.size())) {
      throw OrreryException.corrupted("a function has another number of arguments than it takes");
    }
    return new PlanExpression.Call(function, arguments);
  }

  private static List<PlanExpression> readAll(ByteReader in, int depthLeft) {
    List<PlanExpression> all = new ArrayList<>();
    for (int left = in.readLength(); left > 0; left--) {
      all.add(read(in, depthLeft));
    }
    return all;
  }

  private static void writeRoot(ByteWriter out, Root root) {
    switch (root) {
      case Root.Item _ -> out.writeByte(ITEM);
      case Root.Element _ -> out.writeByte(ELEMENT);
      case Root.Unwound(int number) -> out.writeByte(UNWOUND).writeVarint(number);
    }
  }

  private static Root readRoot(ByteReader in) {
    int kind = in.readByte();
    return switch (kind) {
      case ITEM -> Root.Item.ITEM;
      case ELEMENT -> Root.Element.ELEMENT;
      case UNWOUND -> new Root.Unwound(in.readLength());
      default -> throw OrreryException.corrupted("a path begins at nothing of kind " + kind);
    };
  }

  private static List<String> readNames(ByteReader in) {
    List<String> names = new ArrayList<>();
    for (int left = in.readLength(); left > 0; left--) {
      names.add(name(in.readBlock()));
    }
    return names;
  }

  private static String name(byte[] utf8) {
    return GeneralisedUtf8.decode(utf8, 0, utf8.length);
  }

  private static List<Value> readValues(ByteReader in) {
    List<Value> values = new ArrayList<>();
    for (int left = in.readLength(); left > 0; left--) {
      values.add(ValueCodec.read(in));
    }
    return values;
  }

  private static List<Value.Kind> readKinds(ByteReader in) {
    List<Value.Kind> kinds = new ArrayList<>();
    for (int left = in.readLength(); left > 0; left--) {
      kinds.add(ValueCodec.constant(Value.Kind.values(), in));
    }
    return kinds;
  }

  private static ComparisonSemantics semantics(ByteReader in) {
    return ValueCodec.constant(ComparisonSemantics.values(), in);
  }
}
