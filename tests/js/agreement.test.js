// SPDX-License-Identifier: Apache-2.0
// Random queries, and the rows that they must have, from the file that ORRERY_TEST_QUERIES names.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, test } from "node:test";
import { CosmosClient } from "@azure/cosmos";

const endpoint = process.env.ORRERY_ENDPOINT;
const key = process.env.ORRERY_KEY;
const sets = JSON.parse(readFileSync(process.env.ORRERY_TEST_QUERIES, "utf8"));
const client = new CosmosClient({ endpoint, key });

after(() => client.dispose());

// The same text for equal values, whatever the order of properties.
const same = (value) =>
  JSON.stringify(value, (_, each) => {
    if (each !== null && typeof each === "object" && !Array.isArray(each)) {
      return Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1)));
    }
    return Object.is(each, -0) ? 0 : each;
  });

const clamp = (value, max) => Math.max(0, Math.min(value, max));

// Rows of one run may come in any order; OFFSET and LIMIT take some of all.
const check = (rows, { size, offset, runs }) => {
  assert.equal(rows.length, size);
  let start = 0;
  for (const run of runs) {
    const left = new Map();
    run.map(same).forEach((row) => left.set(row, (left.get(row) ?? 0) + 1));
    const from = clamp(start - offset, size);
    start += run.length;
    for (const row of rows.slice(from, clamp(start - offset, size)).map(same)) {
      const count = left.get(row) ?? 0;
      assert.ok(count > 0, `this row does not belong where it is: ${row}`);
      left.set(row, count - 1);
    }
  }
};

const read = async (items, query, options) => {
  const rows = [];
  const iterator = items.items.query(query, options);
  while (iterator.hasMoreResults()) {
    rows.push(...((await iterator.fetchNext()).resources ?? []));
  }
  return rows;
};

const sizes = [1, 2, 7, 100];

for (const { database, seed, cases } of sets) {
  test(`queries of seed ${seed}`, async () => {
    const items = client.database(database).container("items");
    for (const [i, { query, expected }] of cases.entries()) {
      const maxItemCount = sizes[i % sizes.length];
      try {
        check(await read(items, query, { maxItemCount }), expected);
      } catch (error) {
        throw new Error(`${query}, pages of ${maxItemCount}: ${error.message}`, { cause: error });
      }
    }
  });
}
