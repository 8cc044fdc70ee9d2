// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.table.protocol;

import io.orrery.model.container.Item;
import io.orrery.model.container.ItemVersion;

/// The etag of an entity: `W/"datetime'2026-11-16T08%3A18%3A46.3750000000000420001Z'"`. It has the
/// form of the service's, which old clients read a time from, and names the version: the digits
/// behind the milliseconds are its LSN and the number of the change in it.
public final class WeakTag {
  private static final String START = "W/\"datetime'";
  private static final String END = "Z'\"";
  private static final int MILLIS_PER_SECOND = 1000;
  private static final int INDEX_DIGITS = 5;
  private static final int LSN_DIGITS = 13;

  /// More than any partition ever reaches, so no entity has it.
  private static final ItemVersion NOBODYS = new ItemVersion(Long.MAX_VALUE, ItemVersion.INDEX_MAX);

  private WeakTag() {}

  public static String of(Item item) {
    return of(item.timeMillis(), item.version());
  }

  static String of(long timeMillis, ItemVersion version) {
    StringBuilder out = new StringBuilder(64).append(START);
    ClockDigits.write(out, Math.floorDiv(timeMillis, MILLIS_PER_SECOND), "%3A");
    ClockDigits.padded(out.append('.'), Math.floorMod(timeMillis, MILLIS_PER_SECOND), 3);
    ClockDigits.padded(out, version.lsn(), LSN_DIGITS);
    ClockDigits.padded(out, version.index(), INDEX_DIGITS);
    return out.append(END).toString();
  }

  /// The version that a tag names; of a tag that was never given out, one that no entity has.
  public static ItemVersion version(String tag) {
    int point = tag.lastIndexOf('.');
    int lsn = point + 4;
    int end = tag.length() - END.length();
    int index = end - INDEX_DIGITS;
    if (!tag.startsWith(START) || !tag.endsWith(END) || point < 0 || index - lsn < LSN_DIGITS) {
      return NOBODYS;
    }
    try {
      return new ItemVersion(
          Long.parseUnsignedLong(tag, lsn, index, 10), Integer.parseInt(tag, index, end, 10));
    } catch (IllegalArgumentException _) {
      return NOBODYS; // not digits, or more than there are versions
    }
  }
}
