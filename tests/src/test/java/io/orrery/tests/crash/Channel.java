// SPDX-License-Identifier: Apache-2.0
package io.orrery.tests.crash;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.locks.ReentrantLock;

/// The child's end of the pipe to its parent. What was written is the parent's, whatever becomes of
/// the child; a line that a kill cut short is none.
final class Channel {
  static final String OPENING = "OPENING";
  static final String READY = "READY";
  static final String ACKNOWLEDGED = "A ";
  static final String REFUSED = "N ";
  static final String FAILED = "F ";

  private final FileOutputStream pipe = new FileOutputStream(FileDescriptor.out);
  private final ReentrantLock lock = new ReentrantLock();

  void send(String line) {
    byte[] bytes = (line + "\n").getBytes(StandardCharsets.UTF_8);
    lock.lock();
    try {
      pipe.write(bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      lock.unlock();
    }
  }
}
