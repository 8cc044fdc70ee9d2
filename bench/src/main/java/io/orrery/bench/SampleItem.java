// SPDX-License-Identifier: Apache-2.0
package io.orrery.bench;

import java.nio.charset.StandardCharsets;

/// An item of about 1 KB as a shop would store it: ten properties and a nested object with the one
/// the benchmarks look for, near the end.
final class SampleItem {
  private static final String TEXT =
      """
      {"id":"order-2025-000184467440",
      "customerId":"c9b1f0e2-5b0f-4a0e-9b1c-2f6f4f1d7a55",
      "status":"shipped",
      "total":1249.95,
      "quantity":7,
      "createdAtMillis":1767225600123,
      "paid":true,
      "note":"Please leave the parcel with the neighbours \\u2013 we are \\"out\\" until six.\\nThank you!",
      "description":"%s",
      "tags":["express","gift","europe","loyalty-gold"],
      "shipping":{"method":"road","weightKilograms":12.625,"insured":false,"voucher":null,
      "address":{"street":"Münsterstraße 12","postalCode":"48143","city":"Münster",
      "country":"DE","latitude":51.962,"longitude":7.6251}}}\
      """
          .replace("\n", "")
          .formatted("A sturdy box with assorted parts, sorted by size and colour. ".repeat(6));

  private SampleItem() {}

  static byte[] json() {
    return TEXT.getBytes(StandardCharsets.UTF_8);
  }
}
