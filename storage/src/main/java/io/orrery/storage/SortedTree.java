// SPDX-License-Identifier: Apache-2.0
package io.orrery.storage;

import io.orrery.model.Direction;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/// An immutable map from bytes to bytes in unsigned order; each change gives a new map that shares
/// all but the changed path with the old one. Keeping a snapshot is keeping a reference.
///
/// It is a treap: a search tree by key that is at the same time a heap by random priority, which
/// keeps it balanced whatever order the keys come in, and lets a whole range be cut out at once.
/// Every node knows the bytes below it.
record SortedTree(@Nullable Node root) {
  static final SortedTree EMPTY = new SortedTree(null);

  /// About what a node costs besides its key and value.
  private static final int NODE_BYTES = 64;

  record Node(
      byte[] key,
      byte[] value,
      int priority,
      @Nullable Node left,
      @Nullable Node right,
      long bytes) {
    static Node of(Node entry, @Nullable Node left, @Nullable Node right) {
      long own = NODE_BYTES + (long) entry.key.length + entry.value.length;
      return new Node(
          entry.key,
          entry.value,
          entry.priority,
          left,
          right,
          own + bytesOf(left) + bytesOf(right));
    }

    static long bytesOf(@Nullable Node node) {
      return node == null ? 0 : node.bytes;
    }
  }

  byte @Nullable [] get(byte[] key) {
    Node node = find(key);
    return node == null ? null : node.value;
  }

  SortedTree put(byte[] key, byte[] value, RandomGenerator random) {
    Node existing = find(key);
    int priority = existing == null ? random.nextInt() : existing.priority;
    Node entry = new Node(key, value, priority, null, null, 0);
    return new SortedTree(existing == null ? insert(root, entry) : replace(root, entry));
  }

  SortedTree remove(byte[] key) {
    return find(key) == null ? this : new SortedTree(removeFrom(root, key));
  }

  SortedTree removeRange(KeyRange range) {
    if (range.isEmpty()) {
      return this;
    }
    return new SortedTree(merge(below(root, range.from()), from(root, range.to())));
  }

  /// The bytes of all keys and values in the range, with what keeping them costs.
  long bytes(KeyRange range) {
    if (range.isEmpty()) {
      return 0;
    }
    return bytesFrom(range.from()) - (range.to() == null ? 0 : bytesFrom(range.to()));
  }

  private long bytesFrom(byte[] key) {
    long sum = 0;
    Node node = root;
    while (node != null) {
      if (Arrays.compareUnsigned(node.key, key) < 0) {
        node = node.right;
      } else {
        sum += node.bytes - Node.bytesOf(node.left);
        node = node.left;
      }
    }
    return sum;
  }

  private @Nullable Node find(byte[] key) {
    Node node = root;
    while (node != null) {
      int order = Arrays.compareUnsigned(key, node.key);
      if (order == 0) {
        return node;
      }
      node = order < 0 ? node.left : node.right;
    }
    return null;
  }

  /// Of an entry whose key is not in the tree.
  private static Node insert(@Nullable Node node, Node entry) {
    if (node == null || entry.priority > node.priority) {
      return Node.of(entry, below(node, entry.key), from(node, entry.key));
    }
    return Arrays.compareUnsigned(entry.key, node.key) < 0
        ? Node.of(node, insert(node.left, entry), node.right)
        : Node.of(node, node.left, insert(node.right, entry));
  }

  /// Of an entry whose key is in the tree, with the priority it has there.
  private static Node replace(@Nullable Node node, Node entry) {
    if (node == null) {
      throw new AssertionError("the key was found a moment ago");
    }
    int order = Arrays.compareUnsigned(entry.key, node.key);
    if (order == 0) {
      return Node.of(entry, node.left, node.right);
    }
    return order < 0
        ? Node.of(node, replace(node.left, entry), node.right)
        : Node.of(node, node.left, replace(node.right, entry));
  }

  private static @Nullable Node removeFrom(@Nullable Node node, byte[] key) {
    if (node == null) {
      return null;
    }
    int order = Arrays.compareUnsigned(key, node.key);
    if (order == 0) {
      return merge(node.left, node.right);
    }
    return order < 0
        ? Node.of(node, removeFrom(node.left, key), node.right)
        : Node.of(node, node.left, removeFrom(node.right, key));
  }

  /// Of two trees of which one is wholly below the other.
  private static @Nullable Node merge(@Nullable Node low, @Nullable Node high) {
    if (low == null) {
      return high;
    }
    if (high == null) {
      return low;
    }
    return low.priority >= high.priority
        ? Node.of(low, low.left, merge(low.right, high))
        : Node.of(high, merge(low, high.left), high.right);
  }

  private static @Nullable Node below(@Nullable Node node, byte[] key) {
    if (node == null) {
      return null;
    }
    return Arrays.compareUnsigned(node.key, key) < 0
        ? Node.of(node, node.left, below(node.right, key))
        : below(node.left, key);
  }

  /// What is at `key` or above it; nothing is above no key.
  private static @Nullable Node from(@Nullable Node node, byte @Nullable [] key) {
    if (node == null || key == null) {
      return null;
    }
    return Arrays.compareUnsigned(node.key, key) >= 0
        ? Node.of(node, from(node.left, key), node.right)
        : from(node.right, key);
  }

  /// Walks the tree in one direction from a place in it.
  static final class Walk {
    private final SortedTree tree;
    private final boolean forward;

    // The nodes still to visit that lie above the subtree in hand, the nearest on top.
    private final Deque<Node> path = new ArrayDeque<>();

    Walk(SortedTree tree, Direction direction) {
      this.tree = tree;
      this.forward = direction == Direction.FORWARD;
    }

    /// The following [#next] gives the first entry at or behind `key`, or behind it if not
    /// `inclusive`; null stands for the very first.
    void seek(byte @Nullable [] key, boolean inclusive) {
      path.clear();
      Node node = tree.root;
      while (node != null) {
        int order = key == null ? 1 : Arrays.compareUnsigned(node.key, key);
        boolean behind = key == null || (forward ? order > 0 : order < 0);
        if (behind || (order == 0 && inclusive)) {
          path.push(node);
          node = forward ? node.left : node.right;
        } else {
          node = forward ? node.right : node.left;
        }
      }
    }

    /// There is nothing more to visit.
    void end() {
      path.clear();
    }

    @Nullable Node next() {
      Node node = path.poll();
      if (node != null) {
        Node behind = forward ? node.right : node.left;
        while (behind != null) {
          path.push(behind);
          behind = forward ? behind.left : behind.right;
        }
      }
      return node;
    }
  }
}
