// SPDX-License-Identifier: Apache-2.0
package io.orrery.model.container;

import io.orrery.model.item.StoredCursor;
import io.orrery.model.key.IndexPath;
import io.orrery.model.key.PropertyPath;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// An [IndexingPolicy]'s paths as a tree that is walked along an item.
///
/// A node decides for the scalar at its own path and for everything below; where it says nothing,
/// the decision from above holds.
public final class PathTree {

  /// A place named by at least one path of the policy.
  public static final class Node {
    private final TreeMap<byte[], Node> properties = new TreeMap<>(Arrays::compareUnsigned);
    private @Nullable Node elements;
    private @Nullable Boolean scalar;
    private @Nullable Boolean subtree;

    public boolean indexesScalar(boolean inherited) {
      return scalar != null ? scalar : indexesBelow(inherited);
    }

    public boolean indexesBelow(boolean inherited) {
      return subtree != null ? subtree : inherited;
    }

    /// The node of the property the cursor stands on; null if the policy does not mention it.
    public @Nullable Node property(StoredCursor cursor) {
      if (properties.isEmpty()) {
        return null;
      }
      int from = cursor.nameOffset();
      return properties.get(Arrays.copyOfRange(cursor.bytes(), from, from + cursor.nameLength()));
    }

    public @Nullable Node elements() {
      return elements;
    }

    private @Nullable Node find(IndexPath.Segment segment) {
      return switch (segment) {
        case IndexPath.Name(String name) -> properties.get(name.getBytes(StandardCharsets.UTF_8));
        case IndexPath.Elements.ALL -> elements;
      };
    }

    private Node child(IndexPath.Segment segment) {
      return switch (segment) {
        case IndexPath.Name(String name) -> child(name.getBytes(StandardCharsets.UTF_8));
        case IndexPath.Elements.ALL -> {
          if (elements == null) {
            elements = new Node();
          }
          yield elements;
        }
      };
    }

    private Node child(byte[] name) {
      return properties.computeIfAbsent(name, _ -> new Node());
    }
  }

  private final Node root = new Node();

  public PathTree(IndexingPolicy policy) {
    root.subtree = false;
    if (policy.enabled()) {
      policy.included().forEach(path -> decide(path, true));
      policy.excluded().forEach(path -> decide(path, false));
    }
    for (PropertyPath path : policy.always()) {
      Node node = root;
      for (int level = 0; level < path.depth(); level++) {
        node = node.child(path.name(level));
      }
      node.scalar = true;
    }
  }

  public Node root() {
    return root;
  }

  /// Whether scalars at the path are indexed.
  public boolean indexes(List<IndexPath.Segment> path) {
    Node node = root;
    boolean below = root.indexesBelow(false);
    for (int i = 0; i < path.size() && node != null; i++) {
      node = node.find(path.get(i));
      if (node != null && i < path.size() - 1) {
        below = node.indexesBelow(below);
      }
    }
    return node == null ? below : node.indexesScalar(below);
  }

  /// The same for a property.
  public boolean indexes(PropertyPath path) {
    return indexes(segments(path));
  }

  public static List<IndexPath.Segment> segments(PropertyPath path) {
    return path.segments().stream().<IndexPath.Segment>map(IndexPath.Name::new).toList();
  }

  private void decide(IndexPath path, boolean indexed) {
    Node node = root;
    for (IndexPath.Segment segment : path.segments()) {
      node = node.child(segment);
    }
    switch (path.ending()) {
      case SCALAR -> node.scalar = indexed;
      case SUBTREE -> node.subtree = indexed;
    }
  }
}
