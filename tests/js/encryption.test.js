// SPDX-License-Identifier: Apache-2.0
// Client-side encryption with the unmodified SDK: it encrypts and decrypts, the server keeps the
// wrapped keys, the policy and what it never can read.
import assert from "node:assert/strict";
import { createCipheriv, createDecipheriv, createHash, randomUUID } from "node:crypto";
import { after, before, test } from "node:test";
import { CosmosClient, EncryptionQueryBuilder } from "@azure/cosmos";

const endpoint = process.env.ORRERY_ENDPOINT;
const key = process.env.ORRERY_KEY;

// Customer keys that are made from their names.
class NamedKeys {
  encryptionKeyResolverName = "AZURE_KEY_VAULT";

  async wrapKey(id, algorithm, dataKey) {
    const cipher = createCipheriv("aes-256-ecb", createHash("sha256").update(id).digest(), null);
    return Buffer.concat([cipher.update(dataKey), cipher.final()]);
  }

  async unwrapKey(id, algorithm, wrapped) {
    const cipher = createDecipheriv("aes-256-ecb", createHash("sha256").update(id).digest(), null);
    return Buffer.concat([cipher.update(wrapped), cipher.final()]);
  }
}

const encrypting = () =>
  new CosmosClient({
    endpoint,
    key,
    clientEncryptionOptions: { keyEncryptionKeyResolver: new NamedKeys() },
  });

const ALGORITHM = "AEAD_AES_256_CBC_HMAC_SHA256";
const wrappedBy = (value) => ({
  type: "AZURE_KEY_VAULT",
  name: value,
  value,
  algorithm: "RSA-OAEP",
});
const path = (name, encryptionType) => ({
  path: name,
  clientEncryptionKeyId: "data",
  encryptionType,
  encryptionAlgorithm: ALGORITHM,
});

const client = encrypting();
const plain = new CosmosClient({ endpoint, key });
let database;
let container;

before(async () => {
  database = (await client.databases.create({ id: `js-${randomUUID()}` })).database;
  await database.createClientEncryptionKey("data", ALGORITHM, wrappedBy("first"));
  container = (
    await database.containers.create({
      id: "people",
      partitionKey: { paths: ["/tenant"] },
      clientEncryptionPolicy: {
        includedPaths: [
          path("/id", "Deterministic"),
          path("/tenant", "Deterministic"),
          path("/ssn", "Deterministic"),
          path("/notes", "Randomized"),
        ],
        policyFormatVersion: 2,
      },
    })
  ).container;
  await container.initializeEncryption();
});

after(async () => {
  await database.delete();
  client.dispose();
  plain.dispose();
});

const person = (id) => ({ id, tenant: "t", ssn: `ssn-${id}`, notes: { age: 7, tags: ["x"] }, n: 1 });
const shown = ({ id, tenant, ssn, notes, n }) => ({ id, tenant, ssn, notes, n });

test("what is stored is read as it was, and nobody else can read it", async () => {
  await container.items.create(person("anna"));
  assert.deepEqual(shown((await container.item("anna", "t").read()).resource), person("anna"));
  const raw = plain.database(database.id).container("people");
  const [stored] = (await raw.items.readAll().fetchAll()).resources;
  assert.doesNotMatch(JSON.stringify(stored), /anna|ssn-|"t"|"x"/);
  assert.equal(stored.n, 1);
  await assert.rejects(
    raw.items.create({ id: "in clear", tenant: "t" }),
    (error) => error.code === 400 && error.message.includes("isn't encrypted"),
  );
});

test("encrypted properties are queried, patched and written in bulk", async () => {
  await container.items.upsert(person("otto"));
  await container.item("otto", "t").patch([{ op: "set", path: "/ssn", value: "new" }]);
  const query = new EncryptionQueryBuilder("SELECT * FROM c WHERE c.ssn = @ssn");
  query.addParameter("@ssn", "new", "/ssn");
  const iterator = await container.items.getEncryptionQueryIterator(query);
  const { resources } = await iterator.fetchAll();
  assert.deepEqual(resources.map((each) => each.id), ["otto"]);
  const answers = await container.items.executeBulkOperations([
    { operationType: "Create", resourceBody: person("bulk"), partitionKey: "t" },
    { operationType: "Read", id: "otto", partitionKey: "t" },
  ]);
  assert.deepEqual(answers.map((each) => each.response.statusCode), [201, 200]);
  assert.equal(answers[1].response.resourceBody.ssn, "new");
});

test("a key wrapped anew opens what was stored before", async () => {
  await container.items.upsert(person("vera"));
  await database.rewrapClientEncryptionKey("data", wrappedBy("second"));
  const fresh = encrypting();
  const again = fresh.database(database.id).container("people");
  assert.deepEqual(shown((await again.item("vera", "t").read()).resource), person("vera"));
  fresh.dispose();
});

test("who knows a container that was deleted is told so", async () => {
  const definition = (name) => ({
    id: "again",
    partitionKey: { paths: ["/tenant"] },
    clientEncryptionPolicy: { includedPaths: [path(name, "Randomized")], policyFormatVersion: 1 },
  });
  const { container: old } = await database.containers.create(definition("/ssn"));
  await old.initializeEncryption();
  await old.items.create(person("first"));
  await plain.database(database.id).container("again").delete();
  await plain.database(database.id).containers.create(definition("/notes"));
  await assert.rejects(
    old.items.create(person("second")),
    /mismatch in Client Encryption Policy/,
  );
  assert.equal((await old.items.create(person("third"))).statusCode, 201);
});
