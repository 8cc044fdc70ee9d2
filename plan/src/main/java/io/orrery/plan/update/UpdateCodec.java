// SPDX-License-Identifier: Apache-2.0
package io.orrery.plan.update;

import io.orrery.model.OrreryException;
import io.orrery.model.encoding.ByteReader;
import io.orrery.model.encoding.ByteWriter;
import io.orrery.model.encoding.GeneralisedUtf8;
import io.orrery.model.value.Value;
import io.orrery.model.value.ValueOrder;
import io.orrery.plan.access.ValueCodec;
import io.orrery.plan.expression.ExpressionCodec;
import io.orrery.plan.expression.PlanExpression;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Updates as bytes. They stand in logs: codes are never used again for anything else.
public final class UpdateCodec {
  private static final int SET = 1;
  private static final int SET_ON_INSERT = 2;
  private static final int ADD = 3;
  private static final int REPLACE = 4;
  private static final int REMOVE = 5;
  private static final int INCREMENT = 6;
  private static final int MINIMUM = 7;
  private static final int MAXIMUM = 8;
  private static final int MOVE = 9;
  private static final int PUSH = 10;
  private static final int ADD_TO_SET = 11;
  private static final int PULL = 12;
  private static final int CURRENT_TIME = 13;
  private static final int KEEP_WITHIN = 14;

  private static final int HAS_CONDITION = 1;
  private static final int HAS_LIFETIME = 2;
  private static final int WRITES_UNCHANGED = 4;
  private static final int FLAGS = HAS_CONDITION | HAS_LIFETIME | WRITES_UNCHANGED;

  private UpdateCodec() {}

  public static void write(ByteWriter out, Update update) {
    PlanExpression condition = update.condition();
    String lifetime = update.lifetime();
    out.writeByte(
        (condition == null ? 0 : HAS_CONDITION)
            | (lifetime == null ? 0 : HAS_LIFETIME)
            | (update.writesUnchanged() ? WRITES_UNCHANGED : 0));
    if (condition != null) {
      ExpressionCodec.write(out, condition);
    }
    if (lifetime != null) {
      writeName(out, lifetime);
    }
    out.writeVarint(update.edits().size());
    update.edits().forEach(edit -> write(out, edit));
  }

  private static void write(ByteWriter out, Edit edit) {
    switch (edit) {
      case Edit.Set(var path, var value, var parents) -> {
        writeHead(out, SET, path).writeByte(ValueCodec.number(parents));
        ValueCodec.write(out, value);
      }
      case Edit.SetOnInsert(var path, var value) ->
          ValueCodec.write(writeHead(out, SET_ON_INSERT, path), value);
      case Edit.Add(var path, var value) -> ValueCodec.write(writeHead(out, ADD, path), value);
      case Edit.Replace(var path, var value) ->
          ValueCodec.write(writeHead(out, REPLACE, path), value);
      case Edit.Remove(var path, var required) ->
          writeHead(out, REMOVE, path).writeByte(required ? 1 : 0);
      case Edit.Increment(var path, var by, var arithmetic, var parents) -> {
        writeHead(out, INCREMENT, path)
            .writeByte(ValueCodec.number(arithmetic))
            .writeByte(ValueCodec.number(parents));
        ValueCodec.write(out, by);
      }
      case Edit.Minimum(var path, var value, var order) ->
          ValueCodec.write(
              writeHead(out, MINIMUM, path).writeByte(ValueCodec.number(order)), value);
      case Edit.Maximum(var path, var value, var order) ->
          ValueCodec.write(
              writeHead(out, MAXIMUM, path).writeByte(ValueCodec.number(order)), value);
      case Edit.Move(var from, var path, var required) -> {
        writeHead(out, MOVE, path);
        writePath(out, from);
        out.writeByte(required ? 1 : 0);
      }
      case Edit.Push(var path, var values, var position) -> {
        writeHead(out, PUSH, path).writeSignedVarint(position);
        writeValues(out, values);
      }
      case Edit.AddToSet(var path, var values, var order) ->
          writeValues(writeHead(out, ADD_TO_SET, path).writeByte(ValueCodec.number(order)), values);
      case Edit.Pull(var path, var condition) ->
          ExpressionCodec.write(writeHead(out, PULL, path), condition);
      case Edit.CurrentTime(var path, var form) ->
          writeHead(out, CURRENT_TIME, path).writeByte(ValueCodec.number(form));
      case Edit.KeepWithin(var limits) ->
          out.writeByte(KEEP_WITHIN).writeVarint(limits.countMax()).writeVarint(limits.bytesMax());
    }
  }

  /// Reads what [#write] wrote; fails with CORRUPTED if it is anything else.
  public static Update read(ByteReader in) {
    int flags = in.readByte();
    if ((flags & ~FLAGS) != 0) {
      throw OrreryException.corrupted("an update has the unknown flags " + flags);
    }
    @Nullable PlanExpression condition =
        (flags & HAS_CONDITION) == 0 ? null : ExpressionCodec.read(in);
    @Nullable String lifetime = (flags & HAS_LIFETIME) == 0 ? null : readName(in);
    int count = in.readLength();
    if (count > Update.EDITS_MAX) {
      throw OrreryException.corrupted("an update has " + count + " edits");
    }
    // Grows with what is really there: a count alone reserves nothing.
    List<Edit> edits = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      edits.add(readEdit(in));
    }
    return new Update(edits, condition, lifetime, (flags & WRITES_UNCHANGED) != 0);
  }

  private static Edit readEdit(ByteReader in) {
    int kind = in.readByte();
    return kind == KEEP_WITHIN
        ? new Edit.KeepWithin(new MemberLimits(in.readLength(), in.readVarint()))
        : readEdit(in, kind, readPath(in));
  }

  private static Edit readEdit(ByteReader in, int kind, List<String> path) {
    return switch (kind) {
      case SET -> {
        Edit.Parents parents = ValueCodec.constant(Edit.Parents.values(), in);
        yield new Edit.Set(path, ValueCodec.read(in), parents);
      }
      case SET_ON_INSERT -> new Edit.SetOnInsert(path, ValueCodec.read(in));
      case ADD -> new Edit.Add(path, ValueCodec.read(in));
      case REPLACE -> new Edit.Replace(path, ValueCodec.read(in));
      case REMOVE -> new Edit.Remove(path, readFlag(in));
      case INCREMENT -> {
        Edit.Arithmetic arithmetic = ValueCodec.constant(Edit.Arithmetic.values(), in);
        Edit.Parents parents = ValueCodec.constant(Edit.Parents.values(), in);
        yield new Edit.Increment(path, ValueCodec.read(in), arithmetic, parents);
      }
      case MINIMUM -> {
        ValueOrder order = readOrder(in);
        yield new Edit.Minimum(path, ValueCodec.read(in), order);
      }
      case MAXIMUM -> {
        ValueOrder order = readOrder(in);
        yield new Edit.Maximum(path, ValueCodec.read(in), order);
      }
      case MOVE -> new Edit.Move(readPath(in), path, readFlag(in));
      case PUSH -> {
        long position = in.readSignedVarint();
        if (position != (int) position) {
          throw OrreryException.corrupted("an edit has the position " + position);
        }
        yield new Edit.Push(path, readValues(in), (int) position);
      }
      case ADD_TO_SET -> {
        ValueOrder order = readOrder(in);
        yield new Edit.AddToSet(path, readValues(in), order);
      }
      case PULL -> new Edit.Pull(path, ExpressionCodec.read(in));
      case CURRENT_TIME ->
          new Edit.CurrentTime(path, ValueCodec.constant(Edit.TimeForm.values(), in));
      default -> throw OrreryException.corrupted("there is no edit of the kind " + kind);
    };
  }

  private static ValueOrder readOrder(ByteReader in) {
    return ValueCodec.constant(ValueOrder.values(), in);
  }

  public static void write(ByteWriter out, EditFailure failure) {
    out.writeSignedVarint(failure.edit()).writeByte(ValueCodec.number(failure.kind()));
    out.writeVarint(failure.path().size());
    failure.path().forEach(segment -> writeName(out, segment));
    out.writeVarint(failure.depth());
  }

  public static EditFailure readFailure(ByteReader in) {
    long edit = in.readSignedVarint();
    EditFailure.Kind kind = ValueCodec.constant(EditFailure.Kind.values(), in);
    List<String> path = readNames(in);
    int depth = in.readLength();
    if (edit < -1 || edit > Update.EDITS_MAX || depth > path.size()) {
      throw OrreryException.corrupted("the failure of an edit is out of range");
    }
    return new EditFailure((int) edit, kind, path, depth);
  }

  private static ByteWriter writeHead(ByteWriter out, int kind, List<String> path) {
    writePath(out.writeByte(kind), path);
    return out;
  }

  private static void writePath(ByteWriter out, List<String> path) {
    out.writeVarint(path.size());
    path.forEach(segment -> writeName(out, segment));
  }

  private static List<String> readPath(ByteReader in) {
    List<String> path = readNames(in);
    if (path.isEmpty()) {
      throw OrreryException.corrupted("an edit has no path");
    }
    return path;
  }

  private static List<String> readNames(ByteReader in) {
    List<String> names = new ArrayList<>();
    for (int left = in.readLength(); left > 0; left--) {
      names.add(readName(in));
    }
    return names;
  }

  private static void writeName(ByteWriter out, String name) {
    out.writeBlock(GeneralisedUtf8.encode(name));
  }

  private static String readName(ByteReader in) {
    byte[] name = in.readBlock();
    if (!GeneralisedUtf8.isValid(name, 0, name.length)) {
      throw OrreryException.corrupted("a name in an update is no text");
    }
    return GeneralisedUtf8.decode(name, 0, name.length);
  }

  private static void writeValues(ByteWriter out, List<Value> values) {
    out.writeVarint(values.size());
    values.forEach(value -> ValueCodec.write(out, value));
  }

  private static List<Value> readValues(ByteReader in) {
    List<Value> values = new ArrayList<>();
    for (int left = in.readLength(); left > 0; left--) {
      values.add(ValueCodec.read(in));
    }
    return values;
  }

  private static boolean readFlag(ByteReader in) {
    int flag = in.readByte();
    if (flag > 1) {
      throw OrreryException.corrupted("a flag of an edit is " + flag);
    }
    return flag == 1;
  }
}
