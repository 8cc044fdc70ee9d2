// SPDX-License-Identifier: Apache-2.0
package io.orrery.query.evaluate;

import io.orrery.plan.aggregate.Arithmetic;
import io.orrery.query.evaluate.Evaluation.Slot;
import io.orrery.query.evaluate.SourceScope.Found;
import io.orrery.query.evaluate.SourceScope.Grouped;
import io.orrery.query.syntax.Expression;
import io.orrery.query.syntax.Expression.Indexed;
import io.orrery.query.syntax.Expression.Literal;
import io.orrery.query.syntax.Expression.Member;
import io.orrery.query.syntax.Expression.Reference;
import io.orrery.query.syntax.Source.Element;
import io.orrery.query.syntax.Source.Name;
import io.orrery.query.syntax.Source.Step;
import io.orrery.query.syntax.Span;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Compiles paths. One that begins at the item is a single walk over its bytes.
final class PathCompiler {
  private final Compilation compilation;

  PathCompiler(Compilation compilation) {
    this.compilation = compilation;
  }

  /// An expression as far as it is a path, and what the path begins at.
  record Chain(Expression base, List<Step> steps) {
    static Chain of(Expression expression) {
      List<Step> steps = new ArrayList<>();
      Expression base = expression;
      while (true) {
        if (base instanceof Member member) {
          steps.addFirst(new Name(member.name(), false));
          base = member.of();
        } else if (base instanceof Indexed(Expression of, Literal(var index), _)
            && Arithmetic.isInteger(index)) {
          steps.addFirst(new Element(Arithmetic.integer(index)));
          base = of;
        } else {
          return new Chain(base, steps);
        }
      }
    }

    boolean startsWith(Chain other) {
      return base.equals(other.base)
          && steps.size() >= other.steps.size()
          && steps.subList(0, other.steps.size()).equals(other.steps);
    }
  }

  Evaluation compile(Expression path, SourceScope scope) {
    Chain chain = Chain.of(path);
    return chain.base() instanceof Reference(String name, _)
        ? compile(name, chain.steps(), scope, false)
        : inside(compilation.expression(chain.base(), scope), chain.steps());
  }

  /// @param source whether the path stands in FROM, where a name may be the container's
  Evaluation compile(String root, List<Step> steps, SourceScope scope, boolean source) {
    List<Step> plain = steps.stream().map(PathCompiler::unquoted).toList();
    Found found = scope.find(root);
    if (found == null) {
      if (source && compilation.isRoot(root)) {
        return fromItem(plain);
      }
      throw QueryRefusals.unknownName(root);
    }
    Grouped grouped = found.scope().grouped();
    if (grouped != null) {
      return fromGroup(new Chain(new Reference(root, Span.NONE), plain), grouped);
    }
    int slot = found.binding().slot();
    return slot == SourceScope.ITEM ? fromItem(plain) : inside(new Slot(slot), plain);
  }

  private static Step unquoted(Step step) {
    return step instanceof Name(String name, _) ? new Name(name, false) : step;
  }

  private Evaluation fromItem(List<Step> steps) {
    if (steps.isEmpty()) {
      return Frame::whole;
    }
    if (steps.getFirst() instanceof Name(String name, _)) {
      Evaluation computed = compilation.computedProperty(name);
      if (computed != null) {
        return inside(computed, steps.subList(1, steps.size()));
      }
    }
    ItemPath path = new ItemPath(steps);
    return frame -> frame.at(path);
  }

  /// A path behind GROUP BY must begin with one of the keys.
  private static Evaluation fromGroup(Chain chain, Grouped grouped) {
    int longest = -1;
    int slot = -1;
    for (int i = 0; i < grouped.keys().size(); i++) {
      Chain key = Chain.of(grouped.keys().get(i));
      if (chain.startsWith(key) && key.steps().size() > longest) {
        longest = key.steps().size();
        slot = grouped.keySlot(i);
      }
    }
    if (slot < 0) {
      throw QueryRefusals.notGrouped(text(chain));
    }
    return inside(new Slot(slot), chain.steps().subList(longest, chain.steps().size()));
  }

  private static String text(Chain chain) {
    @Nullable String root = chain.base().lastName();
    return root + new ItemPath(chain.steps());
  }

  private static Evaluation inside(Evaluation value, List<Step> steps) {
    if (steps.isEmpty()) {
      return value;
    }
    if (steps.size() == 1 && steps.getFirst() instanceof Name(String name, _)) {
      return frame -> ItemPath.member(value.evaluate(frame), name);
    }
    ItemPath path = new ItemPath(steps);
    return frame -> path.in(value.evaluate(frame));
  }
}
