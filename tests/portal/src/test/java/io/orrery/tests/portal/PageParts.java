// SPDX-License-Identifier: Apache-2.0
package io.orrery.tests.portal;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Page.GetByRoleOptions;
import com.microsoft.playwright.options.AriaRole;
import java.time.Duration;
import java.time.Instant;
import java.util.function.BooleanSupplier;

/// What a page is made of, by the names that people and screen readers know it by.
final class PageParts {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final double PACE_MILLIS = 200;

  private PageParts() {}

  static Locator button(Page page, String name) {
    return page.getByRole(AriaRole.BUTTON, new GetByRoleOptions().setName(name).setExact(true));
  }

  /// One of the dialog that is open: the page below may have another of its name.
  static Locator dialogButton(Page page, String name) {
    return page.getByRole(AriaRole.DIALOG)
        .getByRole(AriaRole.BUTTON, new Locator.GetByRoleOptions().setName(name).setExact(true));
  }

  static Locator table(Page page, String name) {
    return page.getByRole(AriaRole.TABLE, new GetByRoleOptions().setName(name).setExact(true));
  }

  static Locator region(Page page, String name) {
    return page.getByRole(AriaRole.REGION, new GetByRoleOptions().setName(name).setExact(true));
  }

  /// In the place of what is in an editor.
  static void type(Page page, Locator editor, String text) {
    editor.click();
    type(page, text);
  }

  /// In the place of what is in the editor that has the focus.
  static void type(Page page, String text) {
    page.keyboard().press("Control+A");
    page.keyboard().press("Delete");
    page.keyboard().insertText(text);
  }

  static void rewrite(Page page, Locator editor, String before, String after) {
    type(page, editor, editor.innerText().replace(before, after));
  }

  /// Does something again and again until it has had its effect. For what depends on a moment that
  /// the page does not tell: on a machine that is busy, the first time may be too early.
  static void repeatUntil(Page page, BooleanSupplier done, Runnable action) {
    Instant end = Instant.now().plus(PATIENCE);
    while (!done.getAsBoolean()) {
      if (Instant.now().isAfter(end)) {
        throw new AssertionError("Nothing came of it in %s".formatted(PATIENCE));
      }
      action.run();
      page.waitForTimeout(PACE_MILLIS);
    }
  }
}
