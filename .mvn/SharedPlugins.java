// SPDX-License-Identifier: Apache-2.0
import java.net.URL;
import java.net.URLClassLoader;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/// Where the compiler finds its plugins: the same classes for all modules of a build. Without it
/// each run of the compiler loads Error Prone and NullAway anew, and they begin cold.
///
/// The compiler makes one for each run, if its hidden option `procloader` names this class and it
/// is there; else it goes on without. `./orrery` compiles it and puts it there.
public final class SharedPlugins extends ClassLoader {
  private static final Map<List<String>, ClassLoader> LOADED = new ConcurrentHashMap<>();

  public SharedPlugins(URL[] path, ClassLoader parent) {
    super(LOADED.computeIfAbsent(texts(path), _ -> new URLClassLoader(path, parent)));
  }

  private static List<String> texts(URL[] path) {
    return Stream.of(path).map(URL::toString).toList();
  }
}
