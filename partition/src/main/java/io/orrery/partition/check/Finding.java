// SPDX-License-Identifier: Apache-2.0
package io.orrery.partition.check;

/// Something that is wrong, as a sentence for whoever looks after the store.
public record Finding(String sentence) {
  @Override
  public String toString() {
    return sentence;
  }
}
