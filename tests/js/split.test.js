// SPDX-License-Identifier: Apache-2.0
// The unmodified SDK goes on while the container splits under it, and loses nothing.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { BulkOperationType, CosmosClient } from "@azure/cosmos";
import { call } from "./raw.js";

const endpoint = process.env.ORRERY_ENDPOINT;
const key = process.env.ORRERY_KEY;
const client = new CosmosClient({ endpoint, key });
const times = Number(process.env.ORRERY_LOAD_TIMES ?? 1);
const itemsEach = 120 * times;
const bulkRounds = 3 * times;
const padding = "x".repeat(2000);
const written = new Map();
let database;
let container;

before(async () => {
  database = (await client.databases.create({ id: "js-split" })).database;
  const definition = { id: "items", partitionKey: "/pk", throughput: 400 };
  container = (await database.containers.create(definition)).container;
});

after(async () => {
  await database.delete();
  client.dispose();
});

const item = (id, n) => ({ id, pk: `key ${n % 97}`, n, padding });
const ranges = async () => (await container.readPartitionKeyRanges().fetchAll()).resources.length;

async function raiseThroughput() {
  const { offer, resource } = await container.readOffer();
  resource.content.offerThroughput = 50000;
  await offer.replace(resource);
}

async function writeOneByOne(writer, count) {
  for (let n = 0; n < count; n++) {
    const made = item(`${writer}-${n}`, n);
    await container.items.create(made);
    written.set(made.id, made.pk);
    const { resource } = await container.item(made.id, made.pk).read();
    assert.equal(resource.n, n);
    if (n % 3 === 0) {
      await container.item(made.id, made.pk).replace({ ...made, replaced: true });
    } else if (n % 7 === 0) {
      const operations = [
        { operationType: BulkOperationType.Read, id: made.id },
        { operationType: BulkOperationType.Upsert, resourceBody: made },
      ];
      const { result } = await container.items.batch(operations, made.pk);
      assert.deepEqual(result.map((each) => each.statusCode), [200, 200]);
    }
    if (writer === 0 && n === 5) {
      await raiseThroughput();
    }
  }
}

async function writeInBulk(rounds) {
  for (let round = 0; round < rounds; round++) {
    const operations = [];
    for (let n = 0; n < 150; n++) {
      const made = item(`bulk-${round}-${n}`, n);
      operations.push({
        operationType: BulkOperationType.Create,
        partitionKey: made.pk,
        resourceBody: made,
      });
      written.set(made.id, made.pk);
    }
    const results = await container.items.executeBulkOperations(operations);
    const failed = results.filter((each) => each.response?.statusCode !== 201);
    assert.deepEqual(failed, []);
  }
}

// The older call sends operations again that were refused for a range that is gone, but leaves those
// over the throughput to the application.
async function writeInOldBulk(rounds) {
  for (let round = 0; round < rounds; round++) {
    let left = [];
    for (let n = 0; n < 60; n++) {
      const made = item(`bulk-old-${round}-${n}`, n);
      left.push({
        operationType: BulkOperationType.Create,
        partitionKey: made.pk,
        resourceBody: made,
      });
      written.set(made.id, made.pk);
    }
    while (left.length > 0) {
      const results = await container.items.bulk(left);
      const failed = results.filter((each) => each.statusCode !== 201 && each.statusCode !== 429);
      assert.deepEqual(failed, []);
      left = left.filter((_, n) => results[n].statusCode === 429);
      const waits = results.map((each) => each.retryAfterMilliseconds ?? 0);
      await new Promise((resolve) => setTimeout(resolve, Math.max(...waits)));
    }
  }
}

// A feed without a query, which the SDK does not read.
async function readAll(pageSize) {
  const seen = new Set();
  const owner = `dbs/${database.id}/colls/${container.id}`;
  let continuation = "";
  for (let more = true; more; ) {
    const headers = { "x-ms-max-item-count": `${pageSize}`, "x-ms-continuation": continuation };
    const page = await call("GET", `${owner}/docs`, "docs", owner, headers);
    const body = await page.json();
    if (page.status === 429) {
      await new Promise((resolve) => setTimeout(resolve, page.headers.get("x-ms-retry-after-ms")));
      continue;
    }
    assert.equal(page.status, 200, body.message);
    for (const each of body.Documents) {
      assert.ok(!seen.has(each.id), `${each.id} came twice`);
      seen.add(each.id);
    }
    continuation = page.headers.get("x-ms-continuation") ?? "";
    more = continuation !== "";
  }
  return seen;
}

async function queryAll() {
  const { resources } = await container.items.query("SELECT VALUE c.id FROM c").fetchAll();
  assert.equal(new Set(resources).size, resources.length, "an item came twice");
  return new Set(resources);
}

test("nothing is lost and no error is seen while ranges split", async () => {
  let writing = true;
  const writers = [];
  for (let writer = 0; writer < 4; writer++) {
    writers.push(writeOneByOne(writer, itemsEach));
  }
  const reader = (async () => {
    while (writing) {
      const before = [...written.keys()].filter((id) => !id.startsWith("bulk"));
      for (const seen of [await readAll(20), await queryAll()]) {
        assert.deepEqual(before.filter((id) => !seen.has(id)), []);
      }
    }
  })();
  try {
    while ((await container.readOffer()).resource.content.offerThroughput < 50000) {
      await Promise.race([...writers, new Promise((resolve) => setTimeout(resolve, 50))]);
    }
    await Promise.all([writeInBulk(bulkRounds), writeInOldBulk(bulkRounds)]);
    await Promise.all(writers);
  } finally {
    writing = false;
  }
  await reader;
  while ((await ranges()) < 5) {
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  assert.equal(written.size, 4 * itemsEach + bulkRounds * (150 + 60));
  assert.deepEqual([...(await readAll(1000))].sort(), [...written.keys()].sort());
  for (const [id, pk] of written) {
    assert.equal((await container.item(id, pk).read()).resource.id, id);
  }
});
