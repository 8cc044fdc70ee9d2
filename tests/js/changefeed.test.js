// SPDX-License-Identifier: Apache-2.0
// The change feed with the unmodified SDK's iterators.
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, before, test } from "node:test";
import {
  ChangeFeedMode,
  ChangeFeedPolicy,
  ChangeFeedRetentionTimeSpan,
  ChangeFeedStartFrom,
  CosmosClient,
  StatusCodes,
} from "@azure/cosmos";
import { call } from "./raw.js";

const endpoint = process.env.ORRERY_ENDPOINT;
const key = process.env.ORRERY_KEY;
const client = new CosmosClient({ endpoint, key });
let database;

before(async () => {
  database = (await client.databases.create({ id: `js-${randomUUID()}` })).database;
});

after(async () => {
  await database.delete();
  client.dispose();
});

const create = async (id, more = {}) =>
  (await database.containers.create({ id, partitionKey: "/pk", ...more })).container;

const withHistory = {
  changeFeedPolicy: new ChangeFeedPolicy(ChangeFeedRetentionTimeSpan.fromMinutes(10)),
};

const load = async (container, from, to) => {
  for (let i = from; i < to; i++) {
    await container.items.upsert({ id: `i${i}`, pk: `k${i % 5}`, n: i });
  }
};

const names = (from, to) => Array.from({ length: to - from }, (_, i) => `i${from + i}`);

// Everything up to the first answer that says that there is nothing new.
const drain = async (iterator) => {
  const changes = [];
  for await (const page of iterator.getAsyncIterator()) {
    if (page.statusCode === StatusCodes.NotModified) {
      return { changes, continuation: page.continuationToken };
    }
    assert.equal(page.statusCode, 200);
    changes.push(...page.result);
  }
};

const ids = ({ changes }) => changes.map((item) => item.id).sort();

// Halves a range by the server's own management call.
const split = async (container, range) => {
  const owner = `databases/${container.database.id}/containers/${container.id}`;
  const path = `_orrery/api/v1/${owner}/partitions/${range}/split`;
  const answer = await call("POST", path, "", path);
  assert.equal(answer.status, 200, await answer.text());
};

test("the feed is read from the beginning, goes on, and says when nothing is new", async () => {
  const container = await create("latest");
  await load(container, 0, 12);
  const iterator = container.items.getChangeFeedIterator({
    changeFeedStartFrom: ChangeFeedStartFrom.Beginning(),
    maxItemCount: 5,
  });
  const first = await iterator.readNext();
  assert.equal(first.count, 5);
  assert.ok(first.requestCharge > 0);
  assert.ok(first.sessionToken);
  assert.ok(first.result.every((item) => item._lsn > 0));
  const rest = await drain(iterator);
  assert.equal(rest.changes.length, 7);
  await load(container, 12, 14);
  assert.deepEqual(ids(await drain(iterator)), ["i12", "i13"]);
  const resumed = container.items.getChangeFeedIterator({
    changeFeedStartFrom: ChangeFeedStartFrom.Continuation(rest.continuation),
  });
  assert.deepEqual(ids(await drain(resumed)), ["i12", "i13"]);
});

test("the feed begins now or at a time, of a key or a range", async () => {
  const container = await create("starts");
  await load(container, 0, 10);
  const now = container.items.getChangeFeedIterator({
    changeFeedStartFrom: ChangeFeedStartFrom.Now(),
  });
  assert.deepEqual(ids(await drain(now)), []);
  await load(container, 10, 12);
  assert.deepEqual(ids(await drain(now)), ["i10", "i11"]);
  const past = new Date(Date.now() - 3600_000);
  const times = container.items.getChangeFeedIterator({
    changeFeedStartFrom: ChangeFeedStartFrom.Time(past),
  });
  assert.equal((await drain(times)).changes.length, 12);
  const future = container.items.getChangeFeedIterator({
    changeFeedStartFrom: ChangeFeedStartFrom.Time(new Date(Date.now() + 3600_000)),
  });
  assert.deepEqual(ids(await drain(future)), []);
  const ofKey = container.items.getChangeFeedIterator({
    changeFeedStartFrom: ChangeFeedStartFrom.Beginning("k1"),
    maxItemCount: 2,
  });
  const inOrder = (await drain(ofKey)).changes.map((item) => item.id);
  assert.deepEqual(inOrder, ["i1", "i6", "i11"]);
  const ranges = await container.getFeedRanges();
  assert.equal(ranges.length, 1);
  const ofRange = container.items.getChangeFeedIterator({
    changeFeedStartFrom: ChangeFeedStartFrom.Beginning(ranges[0]),
  });
  assert.equal((await drain(ofRange)).changes.length, 12);
});

test("iterators go on through splits without loss or repeat", async () => {
  const container = await create("split", withHistory);
  const latest = container.items.getChangeFeedIterator({
    changeFeedStartFrom: ChangeFeedStartFrom.Beginning(),
    maxItemCount: 4,
  });
  const all = container.items.getChangeFeedIterator({
    changeFeedMode: ChangeFeedMode.AllVersionsAndDeletes,
    changeFeedStartFrom: ChangeFeedStartFrom.Now(),
  });
  await drain(all);
  await load(container, 0, 20);
  const seen = (await latest.readNext()).result.map((item) => item.id);
  await split(container, 0);
  await load(container, 20, 30);
  seen.push(...ids(await drain(latest)));
  assert.deepEqual(seen.sort(), names(0, 30).sort());
  const versions = (await drain(all)).changes.map(({ current }) => current.id);
  assert.deepEqual(versions.sort(), names(0, 30).sort());
  const { resources } = await container.readPartitionKeyRanges().fetchAll();
  assert.equal(resources.length, 2);
});

test("all versions and deletes tell what was and what is", async () => {
  const container = await create("versions", withHistory);
  const iterator = container.items.getChangeFeedIterator({
    changeFeedMode: ChangeFeedMode.AllVersionsAndDeletes,
    changeFeedStartFrom: ChangeFeedStartFrom.Now(),
  });
  await drain(iterator);
  await container.items.create({ id: "1", pk: "a", n: 1 });
  await container.items.upsert({ id: "1", pk: "a", n: 2 });
  await container.item("1", "a").delete();
  const { changes } = await drain(iterator);
  const operations = changes.map(({ metadata }) => metadata.operationType);
  assert.deepEqual(operations, ["create", "replace", "delete"]);
  assert.equal(changes[1].previous.n, 1);
  assert.equal(changes[1].current.n, 2);
  assert.deepEqual(changes[2].current, {});
  assert.equal(changes[2].previous, undefined);
  assert.equal(changes[2].metadata.id, "1");
  assert.deepEqual(changes[2].metadata.partitionKey, { pk: "a" });
  assert.equal(changes[2].metadata.timeToLiveExpired, false);
  assert.equal(changes[2].metadata.previousImageLSN, changes[1].metadata.lsn);

  const without = await create("nohistory");
  const refused = without.items.getChangeFeedIterator({
    changeFeedMode: ChangeFeedMode.AllVersionsAndDeletes,
    changeFeedStartFrom: ChangeFeedStartFrom.Now(),
  });
  await assert.rejects(refused.readNext(), (error) => error.code === 400);
});
