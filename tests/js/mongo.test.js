// SPDX-License-Identifier: Apache-2.0
// The unmodified Node driver.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Decimal128, Long, MongoClient, ObjectId } from "mongodb";

const client = new MongoClient(process.env.ORRERY_MONGO_URI);
const db = client.db(`node${process.env.ORRERY_MONGO_RUN}`);

before(() => client.connect());
after(async () => {
  await db.dropDatabase();
  await client.close();
});

test("documents come back as they went", async () => {
  const things = db.collection("things");
  const document = {
    _id: new ObjectId(),
    text: "größe 你好",
    long: Long.fromString("9007199254740993"),
    decimal: Decimal128.fromString("1.10"),
    date: new Date(0),
    bytes: Buffer.from([1, 2, 3]),
    nested: { list: [1, null, { deep: true }] },
  };
  await things.insertOne(document);
  const found = await things.findOne({ _id: document._id }, { promoteLongs: false, promoteBuffers: true });
  assert.equal(found.long.toString(), "9007199254740993");
  assert.equal(found.decimal.toString(), "1.10");
  assert.deepEqual({ ...found, long: 0, decimal: 0 }, { ...document, long: 0, decimal: 0 });
  await assert.rejects(things.insertOne(document), { code: 11000, keyPattern: { _id: 1 } });
});

test("many documents are changed, counted, walked through and removed", async () => {
  const many = db.collection("many");
  const inserted = await many.insertMany(Array.from({ length: 1000 }, (_, n) => ({ _id: n, even: n % 2 === 0 })));
  assert.equal(inserted.insertedCount, 1000);
  const walked = [];
  for await (const each of many.find({ even: true }, { sort: { _id: -1 }, batchSize: 50 })) walked.push(each._id);
  assert.deepEqual(walked, Array.from({ length: 500 }, (_, n) => 998 - 2 * n));
  const outcome = await many.bulkWrite([
    { updateMany: { filter: { even: false }, update: { $set: { odd: 1 }, $push: { list: "a" } } } },
    { replaceOne: { filter: { _id: 5000 }, replacement: { fresh: true }, upsert: true } },
    { deleteMany: { filter: { _id: { $lt: 10 } } } },
  ]);
  assert.equal(outcome.modifiedCount, 500);
  assert.equal(outcome.upsertedCount, 1);
  assert.equal(outcome.deletedCount, 10);
  assert.equal(await many.countDocuments({ odd: 1 }), 495);
  assert.equal(await many.estimatedDocumentCount(), 991);
  const changed = await many.findOneAndUpdate({ _id: 11 }, { $inc: { n: 5 } }, { returnDocument: "after" });
  assert.deepEqual(changed, { _id: 11, even: false, odd: 1, list: ["a"], n: 5 });
  assert.deepEqual(await many.distinct("list"), ["a"]);
});

test("changes are told, and transactions commit as a whole", async () => {
  const accounts = db.collection("accounts");
  await accounts.insertMany([{ _id: 1, money: 10 }, { _id: 2, money: 0 }]);
  const stream = accounts.watch([{ $match: { operationType: "update" } }], { maxAwaitTimeMS: 500 });
  assert.equal(await stream.tryNext(), null);
  await client.withSession((session) =>
    session.withTransaction(async () => {
      await accounts.updateOne({ _id: 1 }, { $inc: { money: -4 } }, { session });
      await accounts.updateOne({ _id: 2 }, { $inc: { money: 4 } }, { session });
      const inside = await accounts.find({}, { session }).sort({ _id: 1 }).toArray();
      assert.deepEqual(inside.map((each) => each.money), [6, 4]);
    }),
  );
  const told = [await stream.next(), await stream.next()];
  assert.deepEqual(told.map((each) => each.updateDescription.updatedFields), [{ money: 6 }, { money: 4 }]);
  await stream.close();
});

test("what is there is listed and dropped", async () => {
  await db.createCollection("named");
  await assert.rejects(db.createCollection("named"), { code: 48 });
  const names = (await db.listCollections({}, { nameOnly: true }).toArray()).map((each) => each.name);
  assert.ok(names.includes("named"));
  const databases = await client.db("admin").admin().listDatabases();
  assert.ok(databases.databases.some((each) => each.name === db.databaseName));
  assert.equal(await db.collection("named").drop(), true);
});

test("the server says what it is", async () => {
  const admin = client.db("admin");
  assert.equal((await admin.command({ hello: 1 })).isWritablePrimary, true);
  assert.ok((await admin.command({ serverStatus: 1 })).connections.current > 0);
  assert.equal((await admin.command({ replSetGetConfig: 1 })).config._id, "globaldb");
  assert.equal((await admin.command({ getDefaultRWConcern: 1 })).defaultWriteConcern.w, "majority");
  await db.collection("counted").insertMany([{ a: 1 }, { a: 2 }]);
  assert.ok((await db.stats()).objects >= 2);
  await assert.rejects(admin.command({ atlasVersion: 1 }), { code: 59, codeName: "CommandNotFound" });
});
