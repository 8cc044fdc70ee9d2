// SPDX-License-Identifier: Apache-2.0
// Databases, containers, throughput, users, permissions and ranges with the unmodified SDK.
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, before, test } from "node:test";
import { CosmosClient, PermissionMode } from "@azure/cosmos";
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

const refused = (code) => (error) => error.code === code;

async function split(container, ordinal) {
  const owner = `databases/${container.database.id}/containers/${container.id}`;
  const path = `_orrery/api/v1/${owner}/partitions/${ordinal}/split`;
  const answer = await call("POST", path, "", path);
  assert.equal(answer.status, 200, await answer.text());
}

test("databases are created, read, listed and queried", async () => {
  assert.equal((await database.read()).resource.id, database.id);
  assert.equal((await client.databases.createIfNotExists({ id: database.id })).statusCode, 200);
  await assert.rejects(client.databases.create({ id: database.id }), refused(409));
  const { resources } = await client.databases.readAll().fetchAll();
  assert.ok(resources.some((each) => each.id === database.id));
  const query = {
    query: "SELECT * FROM root r WHERE r.id=@id",
    parameters: [{ name: "@id", value: database.id }],
  };
  assert.equal((await client.databases.query(query).fetchAll()).resources.length, 1);
});

test("names in any script are names", async () => {
  const id = "größe 你好 +%&=";
  const { container } = await database.containers.create({ id, partitionKey: "/pk" });
  assert.equal((await container.read()).resource.id, id);
  await container.delete();
  await assert.rejects(container.read(), refused(404));
});

test("containers are listed a page at a time", async () => {
  const ids = ["p1", "p2", "p3", "p4", "p5"];
  for (const id of ids) {
    await database.containers.create({ id, partitionKey: { paths: ["/pk"] } });
  }
  const pages = database.containers.readAll({ maxItemCount: 2 });
  const seen = [];
  while (pages.hasMoreResults()) {
    const { resources } = await pages.fetchNext();
    if (resources) {
      assert.ok(resources.length <= 2);
      seen.push(...resources.map((each) => each.id));
    }
  }
  assert.deepEqual(seen.filter((id) => ids.includes(id)), ids);
});

test("a container is replaced, and its policies come back", async () => {
  const { container } = await database.containers.create({
    id: "policies",
    partitionKey: { paths: ["/tenant", "/user"], kind: "MultiHash", version: 2 },
    uniqueKeyPolicy: { uniqueKeys: [{ paths: ["/email"] }] },
    conflictResolutionPolicy: { mode: "LastWriterWins", conflictResolutionPath: "/when" },
    geospatialConfig: { type: "Geometry" },
    computedProperties: [{ name: "lower", query: "SELECT VALUE LOWER(c.name) FROM c" }],
    vectorEmbeddingPolicy: {
      vectorEmbeddings: [
        { path: "/vector", dataType: "float32", dimensions: 10, distanceFunction: "cosine" },
      ],
    },
    fullTextPolicy: {
      defaultLanguage: "en-US",
      fullTextPaths: [{ path: "/text", language: "en-US" }],
    },
    indexingPolicy: {
      includedPaths: [{ path: "/*" }],
      excludedPaths: [{ path: "/vector/*" }],
      compositeIndexes: [
        [
          { path: "/a", order: "ascending" },
          { path: "/b", order: "descending" },
        ],
      ],
      spatialIndexes: [
        {
          path: "/place/*",
          types: ["Point"],
          boundingBox: { xmin: -10, ymin: -10, xmax: 10, ymax: 10 },
        },
      ],
      vectorIndexes: [{ path: "/vector", type: "flat" }],
      fullTextIndexes: [{ path: "/text" }],
    },
  });
  const { resource } = await container.read();
  assert.equal(resource.partitionKey.kind, "MultiHash");
  assert.equal(resource.conflictResolutionPolicy.conflictResolutionPath, "/when");
  assert.equal(resource.geospatialConfig.type, "Geometry");
  assert.equal(resource.computedProperties[0].name, "lower");
  assert.equal(resource.vectorEmbeddingPolicy.vectorEmbeddings[0].dimensions, 10);
  assert.equal(resource.fullTextPolicy.defaultLanguage, "en-US");
  assert.equal(resource.indexingPolicy.compositeIndexes[0][1].order, "descending");
  assert.equal(resource.indexingPolicy.spatialIndexes[0].boundingBox.xmin, -10);
  assert.equal(resource.indexingPolicy.vectorIndexes[0].type, "flat");
  assert.equal(resource.indexingPolicy.fullTextIndexes[0].path, "/text");

  resource.defaultTtl = 3600;
  const replaced = await container.replace(resource);
  assert.equal(replaced.resource.defaultTtl, 3600);
  assert.notEqual(replaced.resource._etag, resource._etag);
  resource.uniqueKeyPolicy = { uniqueKeys: [{ paths: ["/other"] }] };
  await assert.rejects(container.replace(resource), refused(400));
});

test("quota and usage are told on demand", async () => {
  const { container } = await database.containers.create({ id: "usage", partitionKey: "/pk" });
  const { headers } = await container.read({ populateQuotaInfo: true });
  assert.match(headers["x-ms-resource-usage"], /documentsCount=0;/);
});

test("throughput is read and replaced", async () => {
  const { container } = await database.containers.create({
    id: "offered",
    partitionKey: "/pk",
    throughput: 500,
  });
  const { offer, resource } = await container.readOffer();
  assert.equal(resource.content.offerThroughput, 500);
  resource.content.offerThroughput = 700;
  assert.equal((await offer.replace(resource)).resource.content.offerThroughput, 700);
  resource.content.offerThroughput = 10;
  await assert.rejects(offer.replace(resource), refused(400));
});

test("autoscale throughput is read", async () => {
  const { container } = await database.containers.create({
    id: "autoscaled",
    partitionKey: "/pk",
    maxThroughput: 4000,
  });
  const { resource } = await container.readOffer();
  assert.equal(resource.content.offerAutopilotSettings.maxThroughput, 4000);
});

test("a container without own throughput has no offer", async () => {
  const { database: shared } = await client.databases.create({
    id: `js-shared-${randomUUID()}`,
    throughput: 1000,
  });
  const { container } = await shared.containers.create({ id: "guest", partitionKey: "/pk" });
  assert.equal((await container.readOffer()).resource, undefined);
  assert.equal((await shared.readOffer()).resource.content.offerThroughput, 1000);
  await shared.delete();
});

test("users, permissions and what a token allows", async () => {
  const { container } = await database.containers.create({ id: "open", partitionKey: "/pk" });
  await database.containers.create({ id: "closed", partitionKey: "/pk" });
  const { user } = await database.users.create({ id: "anna" });
  const { resource: permission } = await user.permissions.create({
    id: "reads",
    permissionMode: PermissionMode.Read,
    resource: container.url,
    resourcePartitionKey: ["a"],
  });
  assert.deepEqual(permission.resourcePartitionKey, ["a"]);
  assert.equal((await user.permissions.readAll().fetchAll()).resources.length, 1);
  const guest = new CosmosClient({
    endpoint,
    resourceTokens: { [container.url]: permission._token },
  });
  const seen = guest.database(database.id);
  assert.equal((await seen.container("open").read()).resource.id, "open");
  await assert.rejects(seen.container("open").delete(), refused(403));
  await user.permission("reads").delete();
  await assert.rejects(seen.container("open").read(), refused(403));
  await user.delete();
  guest.dispose();
});

test("ranges show a split and name the parent", async () => {
  const { container } = await database.containers.create({
    id: "split",
    partitionKey: { paths: ["/pk"], version: 2 },
  });
  const ranges = async () => (await container.readPartitionKeyRanges().fetchAll()).resources;
  assert.deepEqual((await ranges()).map((each) => each.id), ["0"]);
  await split(container, 0);
  const after = await ranges();
  assert.deepEqual(after.map((each) => each.id), ["1", "2"]);
  assert.deepEqual(after.map((each) => each.parents), [["0"], ["0"]]);
  assert.equal(after[0].minInclusive, "");
  assert.equal(after[0].maxExclusive, after[1].minInclusive);
  assert.equal(after[1].maxExclusive, "FF");
});
