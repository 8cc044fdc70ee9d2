// SPDX-License-Identifier: Apache-2.0
package io.orrery.query.lower;

import io.orrery.plan.program.Code;
import io.orrery.plan.program.RowProgram;
import io.orrery.query.evaluate.CompiledQuery;
import io.orrery.query.evaluate.ItemView;
import io.orrery.query.evaluate.QuerySettings;
import io.orrery.query.evaluate.SqlProgram;
import io.orrery.query.syntax.Query;

/// A query as the code of a plan: compiled where it was read, encoded only when it travels.
final class SqlCode implements Code.Local {
  private final Query query;
  private final QuerySettings settings;
  private final ItemView view;
  private final SqlProgram program;

  SqlCode(Query query, QuerySettings settings, ItemView view, CompiledQuery compiled) {
    this.query = query;
    this.settings = settings;
    this.view = view;
    this.program = new SqlProgram(compiled, view);
  }

  @Override
  public String language() {
    return SqlLanguage.NAME;
  }

  @Override
  public byte[] encoded() {
    return SqlCodeCodec.write(query, settings, view);
  }

  @Override
  public RowProgram program() {
    return program;
  }
}
