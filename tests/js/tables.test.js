// SPDX-License-Identifier: Apache-2.0
// Tables, entities, queries and transactions with the unmodified SDK of Azure Tables.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import {
  AzureNamedKeyCredential,
  AzureSASCredential,
  generateAccountSas,
  generateTableSas,
  odata,
  TableClient,
  TableServiceClient,
  TableTransaction,
} from "@azure/data-tables";

const url = process.env.ORRERY_TABLE_ENDPOINT;
const credential = new AzureNamedKeyCredential(
  process.env.ORRERY_TABLE_ACCOUNT,
  process.env.ORRERY_TABLE_KEY,
);
const options = { allowInsecureConnection: true };
const service = new TableServiceClient(url, credential, options);
const name = `people${Date.now()}`;
const people = new TableClient(url, name, credential, options);

before(async () => {
  await service.createTable(name, { requestOptions: { customHeaders: { "x-ms-offer-throughput": "10000" } } });
});

after(async () => {
  await service.deleteTable(name);
});

const refused = (status, code) => (error) =>
  error.statusCode === status && error.details?.odataError?.code === code;

test("tables are made once, listed and dropped", async () => {
  const other = `other${Date.now()}`;
  await service.createTable(other);
  await service.createTable(other); // the SDK does not mind
  const names = [];
  for await (const table of service.listTables()) names.push(table.name);
  assert.ok(names.includes(other) && names.includes(name));
  const found = [];
  for await (const table of service.listTables({ queryOptions: { filter: odata`TableName eq ${other}` } }))
    found.push(table.name);
  assert.deepEqual(found, [other]);
  await service.deleteTable(other);
  await service.deleteTable(other);
});

test("an entity keeps its types through every change", async () => {
  const entity = {
    partitionKey: "p'1 ü",
    rowKey: "a+b%",
    text: "größe 你好",
    whole: 5,
    fraction: 1.5,
    double: { type: "Double", value: "2" },
    long: 9007199254740993n,
    flag: true,
    when: new Date("2026-01-02T03:04:05.678Z"),
    id: { type: "Guid", value: "c9da6455-213d-42c9-9a79-3e9149a57833" },
    bytes: new Uint8Array([0, 255]),
  };
  const created = await people.createEntity(entity);
  assert.ok(created.etag);
  await assert.rejects(people.createEntity(entity), refused(409, "EntityAlreadyExists"));
  const read = await people.getEntity(entity.partitionKey, entity.rowKey);
  assert.equal(read.etag, created.etag);
  for (const property of ["text", "whole", "fraction", "long", "flag"])
    assert.equal(read[property], entity[property], property);
  assert.equal(read.double, 2);
  assert.deepEqual(read.when, entity.when);
  assert.deepEqual(read.id, entity.id);
  assert.deepEqual([...read.bytes], [0, 255]);

  await people.updateEntity({ ...entity, bytes: undefined, whole: 6 }, "Merge");
  await assert.rejects(
    people.updateEntity({ ...entity, whole: 7 }, "Merge", { etag: created.etag }),
    refused(412, "UpdateConditionNotSatisfied"),
  );
  const merged = await people.getEntity(entity.partitionKey, entity.rowKey);
  assert.equal(merged.whole, 6);
  assert.equal(merged.long, entity.long);
  await people.updateEntity(
    { partitionKey: entity.partitionKey, rowKey: entity.rowKey, only: 1 },
    "Replace",
    { etag: merged.etag },
  );
  const replaced = await people.getEntity(entity.partitionKey, entity.rowKey);
  assert.equal(replaced.only, 1);
  assert.equal(replaced.text, undefined);
  await people.upsertEntity({ partitionKey: entity.partitionKey, rowKey: entity.rowKey, more: 2 }, "Merge");
  await people.upsertEntity({ partitionKey: "new", rowKey: "", more: 2 }, "Replace");
  await people.deleteEntity("new", "");
  await people.deleteEntity(entity.partitionKey, entity.rowKey);
  await assert.rejects(people.getEntity(entity.partitionKey, entity.rowKey), refused(404, "ResourceNotFound"));
  await assert.rejects(people.deleteEntity(entity.partitionKey, entity.rowKey), refused(404, "ResourceNotFound"));
});

test("queries come in the order of keys, page by page", async () => {
  for (let i = 0; i < 60; i += 20) {
    const group = new TableTransaction();
    for (let j = i; j < i + 20; j++)
      group.createEntity({ partitionKey: `q${i}`, rowKey: String(99 - j), n: j });
    await people.submitTransaction(group.actions);
  }
  const expected = [];
  for (let i = 0; i < 60; i += 20)
    for (let j = i + 19; j >= i; j--) if (j >= 5) expected.push(`q${i}/${99 - j}`);
  for (const maxPageSize of [1, 7, 1000]) {
    const found = [];
    const pages = people
      .listEntities({ queryOptions: { filter: odata`n ge ${5}` } })
      .byPage({ maxPageSize });
    for await (const page of pages) {
      assert.ok(page.length <= maxPageSize);
      found.push(...page.map((each) => `${each.partitionKey}/${each.rowKey}`));
    }
    assert.deepEqual(found, expected);
  }
  const selected = [];
  const filter = odata`PartitionKey eq ${"q20"} and RowKey gt ${"77"}`;
  for await (const each of people.listEntities({ queryOptions: { filter, select: ["n"] } }))
    selected.push(each.n);
  assert.deepEqual(selected, [21, 20]);
});

test("transactions take place as a whole and say what failed", async () => {
  const group = new TableTransaction();
  group.createEntity({ partitionKey: "t", rowKey: "1", n: 1 });
  group.upsertEntity({ partitionKey: "t", rowKey: "2", n: 1 }, "Merge");
  group.upsertEntity({ partitionKey: "t", rowKey: "3", n: 1 }, "Replace");
  const done = await people.submitTransaction(group.actions);
  assert.equal(done.subResponses.length, 3);
  assert.ok(done.getResponseForEntity("1").etag);
  await assert.rejects(
    people.submitTransaction([
      ["create", { partitionKey: "t", rowKey: "4" }],
      ["create", { partitionKey: "t", rowKey: "1" }],
    ]),
    (error) => error.statusCode === 409 && error.message.includes("already exists"),
  );
  await assert.rejects(people.getEntity("t", "4"), refused(404, "ResourceNotFound"));
  await people.submitTransaction([
    ["update", { partitionKey: "t", rowKey: "1", n: 2 }, "Merge"],
    ["delete", { partitionKey: "t", rowKey: "2" }],
  ]);
  assert.equal((await people.getEntity("t", "1")).n, 2);
});

test("signatures of the SDK are understood", async () => {
  const account = generateAccountSas(credential, {
    services: { table: true },
    resourceTypes: "sco",
    permissions: { list: true, query: true },
    expiresOn: new Date(Date.now() + 600_000),
  });
  const reader = new TableServiceClient(url, new AzureSASCredential(account), options);
  for await (const table of reader.listTables()) assert.ok(table.name);
  await assert.rejects(reader.createTable("refused"), (error) => error.statusCode === 403);
  const rows = generateTableSas(name, credential, {
    permissions: { query: true, add: true },
    expiresOn: new Date(Date.now() + 600_000),
  });
  const signed = new TableClient(url, name, new AzureSASCredential(rows), options);
  await signed.createEntity({ partitionKey: "sas", rowKey: "1" });
  assert.equal((await signed.getEntity("sas", "1")).rowKey, "1");
  await assert.rejects(signed.deleteEntity("sas", "1"), (error) => error.statusCode === 403);
});

test("the service tells its properties, and a table its policies", async () => {
  assert.equal((await service.getProperties()).logging?.read, false);
  await service.setProperties({
    logging: {
      version: "1.0", delete: true, read: true, write: false, retentionPolicy: { enabled: true, days: 3 },
    },
    cors: [
      {
        allowedOrigins: "https://page.example",
        allowedMethods: "GET,PUT",
        allowedHeaders: "x-ms-*",
        exposedHeaders: "etag",
        maxAgeInSeconds: 60,
      },
    ],
  });
  const told = await service.getProperties();
  assert.equal(told.logging?.retentionPolicy?.days, 3);
  assert.equal(told.cors?.[0].allowedOrigins, "https://page.example");
  const preflight = await fetch(url, {
    method: "OPTIONS",
    headers: { origin: "https://page.example", "access-control-request-method": "PUT" },
  });
  assert.equal(preflight.status, 200);
  assert.equal(preflight.headers.get("access-control-max-age"), "60");
  await service.setProperties({
    logging: { version: "1.0", delete: false, read: false, write: false, retentionPolicy: { enabled: false } },
    cors: [],
  });
  await people.setAccessPolicy([
    { id: "readers", accessPolicy: { permission: "r", expiry: new Date("2099-01-01T00:00:00Z") } },
  ]);
  const policies = await people.getAccessPolicy();
  assert.equal(policies[0].id, "readers");
});
