// SPDX-License-Identifier: Apache-2.0
// Items, batches, bulk requests and patches with the unmodified SDK.
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, before, test } from "node:test";
import { BulkOperationType, CosmosClient, PatchOperationType } from "@azure/cosmos";

const endpoint = process.env.ORRERY_ENDPOINT;
const key = process.env.ORRERY_KEY;
const client = new CosmosClient({ endpoint, key });
let database;
let items;

before(async () => {
  database = (await client.databases.create({ id: `js-${randomUUID()}` })).database;
  const definition = { id: "items", partitionKey: "/pk", throughput: 10000 };
  items = (await database.containers.create(definition)).container;
});

after(async () => {
  await database.delete();
  client.dispose();
});

const refused = (code) => (error) => error.code === code;

test("an item is created, read, replaced, upserted and deleted", async () => {
  const created = await items.items.create({ id: "1", pk: "a", name: "größe 你好", n: 1.5 });
  assert.equal(created.statusCode, 201);
  assert.ok(created.requestCharge > 5);
  assert.equal(created.resource._etag, created.etag);
  await assert.rejects(items.items.create({ id: "1", pk: "a" }), refused(409));

  const item = items.item("1", "a");
  const read = await item.read();
  assert.deepEqual(read.resource, created.resource);
  assert.equal(read.headers["x-ms-request-charge"], "1");

  const replaced = await item.replace({ ...read.resource, name: "other" });
  assert.equal(replaced.resource.name, "other");
  assert.equal(replaced.resource._rid, created.resource._rid);
  assert.notEqual(replaced.resource._etag, created.resource._etag);

  assert.equal((await items.items.upsert({ id: "1", pk: "a", v: 2 })).statusCode, 200);
  assert.equal((await items.items.upsert({ id: "2", pk: "a", v: 2 })).statusCode, 201);
  assert.equal((await item.delete()).statusCode, 204);
  assert.equal((await item.read()).statusCode, 404);
  await assert.rejects(item.delete(), refused(404));
});

test("ids have any character that the SDK lets through", async () => {
  for (const id of ["a?b=c", "end  ", "t\ta\rb\n", "100%20", "%E9", "鱀 ü+&"]) {
    assert.equal((await items.items.create({ id, pk: id })).statusCode, 201, id);
    const item = items.item(id, id);
    assert.equal((await item.read()).resource?.id, id);
    assert.equal((await item.replace({ id, pk: id, n: 1 })).statusCode, 200, id);
    assert.equal((await item.delete()).statusCode, 204, id);
  }
});

test("access conditions are heeded", async () => {
  const { resource } = await items.items.create({ id: "1", pk: "etag" });
  const item = items.item("1", "etag");
  const condition = (type, etag) => ({ accessCondition: { type, condition: etag } });
  assert.equal((await item.read(condition("IfNoneMatch", resource._etag))).statusCode, 304);
  await item.replace({ id: "1", pk: "etag", v: 1 }, condition("IfMatch", resource._etag));
  const stale = condition("IfMatch", resource._etag);
  await assert.rejects(item.replace({ id: "1", pk: "etag" }, stale), refused(412));
  await assert.rejects(item.delete(stale), refused(412));
  await assert.rejects(items.items.upsert({ id: "1", pk: "etag" }, stale), refused(412));
});

test("partition keys have any type, several levels, or are missing", async () => {
  for (const pk of ["", "ü\"\\", 0, -1.5, true, false, null]) {
    const id = `key-${JSON.stringify(pk).length}-${typeof pk}`;
    await items.items.upsert({ id, pk });
    assert.equal((await items.item(id, pk).read()).resource.pk, pk);
  }
  await items.items.create({ id: "none" });
  assert.equal((await items.item("none", undefined).read()).resource.id, "none");

  const { container } = await database.containers.create({
    id: "levels",
    partitionKey: { paths: ["/a", "/b", "/c"], kind: "MultiHash", version: 2 },
  });
  await container.items.create({ id: "1", a: "t", b: null, c: 5 });
  assert.equal((await container.item("1", ["t", null, 5]).read()).resource.c, 5);
  assert.equal((await container.item("1", ["t", null, 6]).read()).statusCode, 404);
});

test("a patch changes what it names", async () => {
  await items.items.create({ id: "1", pk: "patch", n: 1, list: [1], old: true });
  const { resource } = await items.item("1", "patch").patch([
    { op: PatchOperationType.incr, path: "/n", value: 4 },
    { op: PatchOperationType.add, path: "/list/-", value: 2 },
    { op: PatchOperationType.remove, path: "/old" },
    { op: PatchOperationType.set, path: "/nested", value: { deep: "x" } },
    { op: PatchOperationType.replace, path: "/nested/deep", value: "y" },
  ]);
  assert.equal(resource.n, 5);
  assert.deepEqual(resource.list, [1, 2]);
  assert.equal(resource.old, undefined);
  assert.deepEqual(resource.nested, { deep: "y" });
  const again = items.item("1", "patch").patch({ operations: [{ op: "incr", path: "/n", value: 1 }] });
  assert.equal((await again).resource.n, 6);
});

test("a batch takes place as a whole or not at all", async () => {
  const done = await items.items.batch(
    [
      { operationType: BulkOperationType.Create, resourceBody: { id: "1", pk: "batch", n: 1 } },
      { operationType: BulkOperationType.Upsert, resourceBody: { id: "2", pk: "batch" } },
      {
        operationType: BulkOperationType.Patch,
        id: "1",
        resourceBody: { operations: [{ op: "incr", path: "/n", value: 1 }] },
      },
      { operationType: BulkOperationType.Read, id: "1" },
      { operationType: BulkOperationType.Replace, id: "2", resourceBody: { id: "2", pk: "batch", v: 1 } },
      { operationType: BulkOperationType.Delete, id: "2" },
    ],
    "batch",
  );
  assert.deepEqual(
    done.result.map((each) => each.statusCode),
    [201, 201, 200, 200, 200, 204],
  );
  assert.equal(done.result[3].resourceBody.n, 2);

  const failed = await items.items.batch(
    [
      { operationType: BulkOperationType.Create, resourceBody: { id: "3", pk: "batch" } },
      { operationType: BulkOperationType.Create, resourceBody: { id: "1", pk: "batch" } },
    ],
    "batch",
  );
  assert.equal(failed.code, 207);
  assert.deepEqual(
    failed.result.map((each) => each.statusCode),
    [424, 409],
  );
  assert.equal((await items.item("3", "batch").read()).statusCode, 404);
});

test("bulk operations succeed and fail by themselves", async () => {
  const operations = [];
  for (let i = 0; i < 250; i++) {
    operations.push({
      operationType: BulkOperationType.Create,
      partitionKey: `bulk${i % 20}`,
      resourceBody: { id: `${i}`, pk: `bulk${i % 20}` },
    });
  }
  operations.push({ operationType: BulkOperationType.Read, partitionKey: "bulk0", id: "nothing" });
  const results = await items.items.executeBulkOperations(operations);
  assert.equal(results.length, 251);
  const statuses = results.map((each) => each.response?.statusCode ?? each.error?.code);
  assert.ok(statuses.slice(0, 250).every((status) => status === 201));
  assert.equal(statuses[250], 404);
  assert.equal((await items.item("249", "bulk9").read()).resource.id, "249");
});

test("all items of a partition key are deleted at once", async () => {
  await items.items.create({ id: "1", pk: "gone" });
  await items.items.create({ id: "2", pk: "gone" });
  await items.deleteAllItemsForPartitionKey("gone");
  assert.equal((await items.item("1", "gone").read()).statusCode, 404);
});
