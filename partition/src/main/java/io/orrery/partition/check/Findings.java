// SPDX-License-Identifier: Apache-2.0
package io.orrery.partition.check;

import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/// What was found so far; beyond a limit it is only counted, one damage can show in many places.
final class Findings {
  private final int max;
  private final List<Finding> list = new ArrayList<>();
  private long more;

  Findings(int max) {
    this.max = max;
  }

  void add(String sentence) {
    if (list.size() < max) {
      list.add(new Finding(sentence));
    } else {
      more++;
    }
  }

  void require(boolean holds, Supplier<String> sentence) {
    if (!holds) {
      add(sentence.get());
    }
  }

  /// Runs a check that reads stored bytes; those that cannot be read are a finding.
  void guard(String what, Runnable check) {
    try {
      check.run();
    } catch (OrreryException e) {
      if (e.code() != ErrorCode.CORRUPTED && e.code() != ErrorCode.INVALID_ARGUMENT) {
        throw e;
      }
      add("%s cannot be read: %s.".formatted(what, e.getMessage()));
    }
  }

  List<Finding> list() {
    if (more == 0) {
      return List.copyOf(list);
    }
    List<Finding> all = new ArrayList<>(list);
    all.add(new Finding("And " + more + " more findings."));
    return List.copyOf(all);
  }
}
