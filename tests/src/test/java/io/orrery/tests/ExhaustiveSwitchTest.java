// SPDX-License-Identifier: Apache-2.0
package io.orrery.tests;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.source.tree.CaseTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.DefaultCaseLabelTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.SwitchExpressionTree;
import com.sun.source.tree.SwitchTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.Modifier;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.type.TypeVariable;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// No `default` over an enum or a sealed type of ours: a new case has to break the build at every
/// place that must think about it. Only the compiler knows what a switch selects by, so it is
/// asked.
class ExhaustiveSwitchTest {
  private static final Pattern DEFAULT = Pattern.compile("\\bdefault\\s*(->|:)");

  @Test
  void noSwitchOverAnEnumOrASealedTypeOfOursHasADefault() throws IOException {
    List<Path> files =
        SourceTree.javaFiles("src/main/java").stream()
            .filter(file -> !file.startsWith(SourceTree.ROOT.resolve("bench")))
            .filter(file -> DEFAULT.matcher(SourceTree.read(file)).find())
            .toList();
    assertThat(files).isNotEmpty();
    assertThat(defaults(files)).isEmpty();
  }

  @Test
  void findsWhatItLooksFor(@TempDir Path folder) throws IOException {
    Path file = folder.resolve("Sample.java");
    Files.writeString(
        file,
        """
        package io.orrery.sample;
        import java.util.concurrent.TimeUnit;
        class Sample {
          enum Colour { RED, BLUE }
          sealed interface Shape permits Circle, Square {}
          record Circle() implements Shape {}
          record Square() implements Shape {}
          int byEnum(Colour any) { return switch (any) { case RED -> 1; default -> 0; }; }
          void statement(Colour any) { switch (any) { case RED: break; default: } }
          int bySealed(Shape shape) { return switch (shape) { case Circle() -> 1; default -> 0; }; }
          <S extends Shape> int generic(S shape) {
            return switch (shape) { case Circle() -> 1; case null, default -> 0; };
          }
          int whole(Shape shape) { return switch (shape) { case Circle() -> 1; case Square() -> 0; }; }
          int open(Object any) { return switch (any) { case String text -> 1; default -> 0; }; }
          int foreign(TimeUnit any) { return switch (any) { case DAYS -> 1; default -> 0; }; }
          int number(int any) { return switch (any) { case 1 -> 1; default -> 0; }; }
        }
        """);
    assertThat(defaults(List.of(file)))
        .extracting(found -> found.replaceFirst(".*Sample", "Sample"))
        .containsExactly("Sample.java:8", "Sample.java:9", "Sample.java:10", "Sample.java:12");
  }

  /// Where they are, as `file:line`.
  private static List<String> defaults(List<Path> files) throws IOException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    DiagnosticCollector<JavaFileObject> problems = new DiagnosticCollector<>();
    try (StandardJavaFileManager manager = compiler.getStandardFileManager(problems, null, null)) {
      JavacTask task =
          (JavacTask)
              compiler.getTask(
                  null,
                  manager,
                  problems,
                  List.of("-proc:none", "-implicit:none", "-nowarn"),
                  null,
                  manager.getJavaFileObjectsFromPaths(files));
      Iterable<? extends CompilationUnitTree> units = task.parse();
      task.analyze();
      assertThat(problems.getDiagnostics())
          .filteredOn(problem -> problem.getKind() == Diagnostic.Kind.ERROR)
          .isEmpty();
      Finder finder = new Finder(Trees.instance(task));
      units.forEach(unit -> finder.scan(unit, null));
      return finder.found;
    }
  }

  private static final class Finder extends TreePathScanner<Void, Void> {
    private final Trees trees;
    private final List<String> found = new ArrayList<>();

    Finder(Trees trees) {
      this.trees = trees;
    }

    @Override
    public Void visitSwitch(SwitchTree node, Void unused) {
      look(node.getExpression(), node.getCases());
      return super.visitSwitch(node, null);
    }

    @Override
    public Void visitSwitchExpression(SwitchExpressionTree node, Void unused) {
      look(node.getExpression(), node.getCases());
      return super.visitSwitchExpression(node, null);
    }

    private void look(ExpressionTree selector, List<? extends CaseTree> cases) {
      TypeMirror type = trees.getTypeMirror(new TreePath(getCurrentPath(), selector));
      if (closed(type)) {
        cases.stream()
            .flatMap(each -> each.getLabels().stream())
            .filter(DefaultCaseLabelTree.class::isInstance)
            .forEach(
                label -> {
                  CompilationUnitTree unit = getCurrentPath().getCompilationUnit();
                  long place = trees.getSourcePositions().getStartPosition(unit, label);
                  found.add(
                      Path.of(unit.getSourceFile().toUri())
                          + ":"
                          + unit.getLineMap().getLineNumber(place));
                });
      }
    }

    private static boolean closed(TypeMirror type) {
      return switch (type) {
        case TypeVariable variable -> closed(variable.getUpperBound());
        case DeclaredType declared -> {
          Element element = declared.asElement();
          yield element.toString().startsWith("io.orrery.")
              && (element.getKind() == ElementKind.ENUM
                  || element.getModifiers().contains(Modifier.SEALED));
        }
        default -> false;
      };
    }
  }
}
