// SPDX-License-Identifier: Apache-2.0
package io.orrery.plan;

import io.orrery.model.OrreryException;
import io.orrery.model.encoding.ByteReader;
import io.orrery.model.encoding.ByteWriter;
import io.orrery.model.value.ValueOrder;
import io.orrery.plan.access.AccessPathCodec;
import io.orrery.plan.access.ValueCodec;
import io.orrery.plan.aggregate.AggregateFunction;
import io.orrery.plan.expression.ExpressionCodec;
import io.orrery.plan.expression.PlanExpression;
import io.orrery.plan.program.Code;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// Plans as bytes, the leaf first: reading needs no recursion.
public final class PlanCodec {
  private static final int END = 0;
  private static final int SCAN = 1;
  private static final int FILTER = 2;
  private static final int UNWIND = 3;
  private static final int ROWS = 4;
  private static final int GROUP = 5;
  private static final int SORT = 6;
  private static final int TOP_K = 7;
  private static final int PROJECT = 8;
  private static final int DISTINCT = 9;
  private static final int WINDOW = 10;
  private static final int OVER = 11;

  private static final int NO_ANSWER = 0;
  private static final int COUNT = 1;
  private static final int LEAST = 2;
  private static final int GREATEST = 3;

  /// More nodes than any plan has.
  private static final int NODES_MAX = 1000;

  private PlanCodec() {}

  public static ByteWriter write(ByteWriter out, Plan plan) {
    writeNode(out, plan);
    return out.writeByte(END);
  }

  private static void writeNode(ByteWriter out, Plan plan) {
    switch (plan) {
      case Plan.Scan(var condition, var absent, var values) -> {
        AccessPathCodec.write(out.writeByte(SCAN), condition);
        out.writeVarint(absent.size());
        new TreeSet<>(absent).forEach(name -> out.writeBlock(utf8(name)));
        out.writeByte(ValueCodec.number(values));
      }
      case Plan.Filter(Plan input, PlanExpression condition) -> {
        writeNode(out, input);
        ExpressionCodec.write(out.writeByte(FILTER), condition);
      }
      case Plan.Unwind(Plan input, PlanExpression array) -> {
        writeNode(out, input);
        ExpressionCodec.write(out.writeByte(UNWIND), array);
      }
      case Plan.Rows(Plan input, Code code) -> {
        writeNode(out, input);
        Code.write(out.writeByte(ROWS), code);
      }
      case Plan.Group group -> writeGroup(out, group);
      case Plan.Sort(Plan input, var keys, var unindexed) -> {
        writeNode(out, input);
        writeKeys(out.writeByte(SORT).writeByte(ValueCodec.number(unindexed)), keys);
      }
      case Plan.TopK(Plan input, var keys, var unindexed, long count) -> {
        writeNode(out, input);
        writeKeys(
            out.writeByte(TOP_K).writeVarint(count).writeByte(ValueCodec.number(unindexed)), keys);
      }
      case Plan.Project(Plan input, PlanExpression value) -> {
        writeNode(out, input);
        ExpressionCodec.write(out.writeByte(PROJECT), value);
      }
      case Plan.Distinct(Plan input) -> {
        writeNode(out, input);
        out.writeByte(DISTINCT);
      }
      case Plan.Window(Plan input, long offset, long count) -> {
        writeNode(out, input);
        out.writeByte(WINDOW).writeVarint(offset).writeVarint(count);
      }
      case Plan.Over(Plan input, Code code) -> {
        writeNode(out, input);
        Code.write(out.writeByte(OVER), code);
      }
    }
  }

  private static void writeGroup(ByteWriter out, Plan.Group group) {
    writeNode(out, group.input());
    ExpressionCodec.writeAll(out.writeByte(GROUP), group.keys());
    out.writeVarint(group.aggregates().size());
    for (Plan.Aggregate aggregate : group.aggregates()) {
      out.writeByte(ValueCodec.number(aggregate.function()));
      ExpressionCodec.write(out, aggregate.argument());
    }
    switch (group.fromIndex()) {
      case null -> out.writeByte(NO_ANSWER);
      case IndexAnswer.Count _ -> out.writeByte(COUNT);
      case IndexAnswer.Extreme(var path, boolean greatest) ->
          AccessPathCodec.writePath(out.writeByte(greatest ? GREATEST : LEAST), path);
    }
  }

  private static void writeKeys(ByteWriter out, List<OrderKey> keys) {
    out.writeVarint(keys.size());
    for (OrderKey key : keys) {
      ExpressionCodec.write(out, key.value());
      out.writeByte(key.descending() ? 1 : 0).writeByte(key.path() == null ? 0 : 1);
      if (key.path() != null) {
        AccessPathCodec.writePath(out, key.path());
      }
    }
  }

  /// Fails with CORRUPTED if it is no plan.
  public static Plan read(ByteReader in) {
    Plan plan = null;
    for (int nodes = 0; nodes < NODES_MAX; nodes++) {
      int kind = in.readByte();
      if (kind == END && plan != null) {
        return plan;
      }
      plan = readNode(kind, plan, in);
    }
    throw OrreryException.corrupted("a plan has too many nodes");
  }

  private static Plan readNode(int kind, @Nullable Plan input, ByteReader in) {
    if (input == null) {
      if (kind != SCAN) {
        throw OrreryException.corrupted("a plan does not begin with a scan");
      }
      return readScan(in);
    }
    return switch (kind) {
      case FILTER -> new Plan.Filter(input, ExpressionCodec.read(in));
      case UNWIND -> new Plan.Unwind(input, ExpressionCodec.read(in));
      case ROWS -> new Plan.Rows(input, Code.read(in));
      case GROUP -> readGroup(input, in);
      case SORT -> {
        Plan.Unindexed unindexed = unindexed(in);
        yield new Plan.Sort(input, readKeys(in), unindexed);
      }
      case TOP_K -> {
        long count = count(in);
        Plan.Unindexed unindexed = unindexed(in);
        yield new Plan.TopK(input, readKeys(in), unindexed, count);
      }
      case PROJECT -> new Plan.Project(input, ExpressionCodec.read(in));
      case DISTINCT -> new Plan.Distinct(input);
      case WINDOW -> new Plan.Window(input, count(in), count(in));
      case OVER -> new Plan.Over(input, Code.read(in));
      default -> throw OrreryException.corrupted("a plan has no node of kind " + kind);
    };
  }

  private static Plan readScan(ByteReader in) {
    var condition = AccessPathCodec.readCondition(in);
    var absent = new TreeSet<String>();
    for (int left = in.readLength(); left > 0; left--) {
      absent.add(new String(in.readBlock(), StandardCharsets.UTF_8));
    }
    return new Plan.Scan(condition, absent, ValueCodec.constant(ValueOrder.values(), in));
  }

  private static Plan readGroup(Plan input, ByteReader in) {
    List<PlanExpression> keys = ExpressionCodec.readAll(in);
    List<Plan.Aggregate> aggregates = new ArrayList<>();
    for (int left = in.readLength(); left > 0; left--) {
      AggregateFunction function = ValueCodec.constant(AggregateFunction.values(), in);
      aggregates.add(new Plan.Aggregate(function, ExpressionCodec.read(in)));
    }
    return new Plan.Group(input, keys, aggregates, readAnswer(in));
  }

  private static @Nullable IndexAnswer readAnswer(ByteReader in) {
    int kind = in.readByte();
    return switch (kind) {
      case NO_ANSWER -> null;
      case COUNT -> IndexAnswer.Count.COUNT;
      case LEAST, GREATEST ->
          new IndexAnswer.Extreme(AccessPathCodec.readPath(in), kind == GREATEST);
      default -> throw OrreryException.corrupted("an index gives no answer of kind " + kind);
    };
  }

  private static List<OrderKey> readKeys(ByteReader in) {
    List<OrderKey> keys = new ArrayList<>();
    for (int left = in.readLength(); left > 0; left--) {
      PlanExpression value = ExpressionCodec.read(in);
      boolean descending = in.readByte() != 0;
      keys.add(
          new OrderKey(
              value, in.readByte() == 0 ? null : AccessPathCodec.readPath(in), descending));
    }
    return keys;
  }

  private static Plan.Unindexed unindexed(ByteReader in) {
    return ValueCodec.constant(Plan.Unindexed.values(), in);
  }

  private static long count(ByteReader in) {
    long count = in.readVarint();
    if (count < 0) {
      throw OrreryException.corrupted("a plan counts below zero");
    }
    return count;
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
