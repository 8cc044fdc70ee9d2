// SPDX-License-Identifier: Apache-2.0
package io.orrery.storage;

/// A cursor that goes no further than an [Allowance] reaches.
record AllowedCursor(Cursor all, Allowance allowance) implements Cursor {

  @Override
  public boolean next() {
    allowance.takeKeys(1);
    return all.next();
  }

  @Override
  public long skip(long most) {
    long skipped = all.skip(Math.min(most, allowance.keysLeft() + 1));
    allowance.takeKeys(skipped);
    return skipped;
  }

  @Override
  public void seek(byte[] key) {
    allowance.takeKeys(1);
    all.seek(key);
  }

  @Override
  public byte[] key() {
    return all.key();
  }

  @Override
  public byte[] value() {
    byte[] value = all.value();
    allowance.takeBytes(value.length);
    return value;
  }

  @Override
  public int key(byte[] target) {
    return all.key(target);
  }

  @Override
  public int value(byte[] target) {
    int length = all.value(target);
    allowance.takeBytes(Math.min(length, target.length));
    return length;
  }

  @Override
  public void close() {
    all.close();
  }
}
