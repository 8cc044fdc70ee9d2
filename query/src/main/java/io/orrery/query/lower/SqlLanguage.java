// SPDX-License-Identifier: Apache-2.0
package io.orrery.query.lower;

import io.orrery.plan.program.Code;
import io.orrery.plan.program.ExpressionLanguage;

/// SQL as the language of code in plans.
public final class SqlLanguage implements ExpressionLanguage {
  static final String NAME = "sql";

  private final SqlHost host;

  public SqlLanguage(SqlHost host) {
    this.host = host;
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public Code.Local read(byte[] code) {
    return SqlCodeCodec.read(code, host);
  }
}
