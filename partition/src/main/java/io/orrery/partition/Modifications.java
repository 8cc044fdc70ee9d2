// SPDX-License-Identifier: Apache-2.0
package io.orrery.partition;

import io.orrery.model.container.Change;
import io.orrery.model.container.Item;
import io.orrery.partition.ItemChanges.Existing;
import io.orrery.partition.command.Outcome.Refusal;
import io.orrery.partition.command.Outcome.Result;
import io.orrery.partition.command.Outcome.Step;
import io.orrery.partition.command.Outcome.Work;
import io.orrery.plan.update.Editing;
import io.orrery.plan.update.Editing.Edited;
import io.orrery.plan.update.Operation;
import io.orrery.plan.update.Operation.NewItem;
import io.orrery.plan.update.Update;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// Carries out updates: reads the item, edits it and writes it, all inside one command, so that
/// nobody can get in between.
final class Modifications {
  private final Draft draft;
  private final ItemChanges changes;

  Modifications(Draft draft, ItemChanges changes) {
    this.draft = draft;
    this.changes = changes;
  }

  /// @param stored what is in the store, dead or alive
  /// @param existing likewise, if it is alive
  Step modify(Operation.Modify modify, @Nullable Existing stored, @Nullable Existing existing) {
    if (existing != null) {
      return change(modify, existing);
    }
    NewItem insert = modify.insert();
    return insert == null ? new Refusal.NotFound() : insert(modify, stored, insert);
  }

  private Step insert(Operation.Modify modify, @Nullable Existing stored, NewItem insert) {
    Update update = modify.update();
    return switch (Editing.apply(update, insert.body(), true, draft.nowMillis)) {
      case Edited.Failed(var failure) -> new Refusal.Unfit(failure);
      case Edited.Done done -> {
        Refusal tooLarge = tooLarge(done);
        NewItem fresh = fresh(update, done, insert.ttlSeconds(), insert.indexed());
        yield tooLarge != null ? tooLarge : changes.create(modify.key(), stored, fresh);
      }
    };
  }

  private Step change(Operation.Modify modify, Existing existing) {
    long bytesBefore = existing.item().body().length;
    return switch (changed(modify, existing)) {
      case Refusal refusal -> new Refusal.NotModified(refusal, bytesBefore);
      case Result.Replaced(Item item, Work work) -> new Result.Modified(item, work, bytesBefore);
      case Result result -> result;
    };
  }

  private Step changed(Operation.Modify modify, Existing existing) {
    Update update = modify.update();
    Item item = existing.item();
    if (modify.expected() != null && !modify.expected().equals(item.version())) {
      return new Refusal.VersionDiffers(item);
    }
    if (!Editing.isMet(update, item.body())) {
      return new Refusal.ConditionNotMet(item);
    }
    return switch (Editing.apply(update, item.body(), false, draft.nowMillis)) {
      case Edited.Failed(var failure) -> new Refusal.Unfit(failure);
      case Edited.Done done -> {
        if (!update.writesUnchanged() && Arrays.equals(done.stored(), item.body())) {
          yield new Result.Unchanged(item, new Work(item.body().length, 0));
        }
        Refusal tooLarge = tooLarge(done);
        NewItem fresh = fresh(update, done, item.ttlSeconds(), item.indexed());
        yield tooLarge != null
            ? tooLarge
            : changes.replace(modify.key(), existing, fresh, Change.Operation.EDIT);
      }
    };
  }

  private @Nullable Refusal tooLarge(Edited.Done done) {
    long bytesMax = draft.settings.newest().bounds().itemBytesMax();
    return done.stored().length > bytesMax
        ? new Refusal.ItemTooLarge(done.stored().length, bytesMax)
        : null;
  }

  private static NewItem fresh(Update update, Edited.Done done, int ttlSeconds, boolean indexed) {
    int ttl = update.lifetime() == null ? ttlSeconds : done.lifetimeSeconds();
    return new NewItem(done.stored(), ttl, indexed);
  }
}
