// SPDX-License-Identifier: Apache-2.0
// The unmodified SDK goes on while a table splits under it and the server restarts.
import assert from "node:assert/strict";
import { test } from "node:test";
import { AzureNamedKeyCredential, odata, TableClient } from "@azure/data-tables";

const padding = "x".repeat(1500);
const count = 150 * Number(process.env.ORRERY_LOAD_TIMES ?? 1);

test("nothing is lost, and the order stays", async () => {
  const table = new TableClient(
    process.env.ORRERY_TABLE_ENDPOINT,
    "load",
    new AzureNamedKeyCredential(process.env.ORRERY_TABLE_ACCOUNT, process.env.ORRERY_TABLE_KEY),
    { allowInsecureConnection: true, retryOptions: { maxRetries: 240, retryDelayInMs: 100, maxRetryDelayInMs: 500 } },
  );
  await table.createTable();
  const written = [];
  console.log("begun");
  for (let n = 0; n < count; n++) {
    const partitionKey = `key ${String(n % 40).padStart(2, "0")}`;
    const rowKey = String(n).padStart(5, "0");
    await table.upsertEntity({ partitionKey, rowKey, n, padding }, "Replace");
    written.push(`${partitionKey}/${rowKey}`);
    assert.equal((await table.getEntity(partitionKey, rowKey)).n, n);
    if (n % 50 === 49) {
      const found = [];
      for await (const each of table.listEntities({ queryOptions: { select: ["PartitionKey", "RowKey"] } }))
        found.push(`${each.partitionKey}/${each.rowKey}`);
      assert.deepEqual(found, [...written].sort());
    }
  }
  const half = [];
  for await (const each of table.listEntities({ queryOptions: { filter: odata`n ge ${count / 2}` } }))
    half.push(`${each.partitionKey}/${each.rowKey}`);
  assert.deepEqual(half, written.slice(count / 2).sort());
});
