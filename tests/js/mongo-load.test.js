// SPDX-License-Identifier: Apache-2.0
// The unmodified Node driver and mongoose go on while their collections split under them, and while
// the server is killed and starts again.
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { test } from "node:test";
import { MongoClient } from "mongodb";
import mongoose from "mongoose";

const run = process.env.ORRERY_MONGO_RUN;
const uri = process.env.ORRERY_MONGO_URI;
const end = Date.now() + 200_000;
const times = Number(process.env.ORRERY_LOAD_TIMES ?? 1);
const split = 30 * times;

/** Whether the server that was killed is another one by now. */
const isBack = async (db) => (await db.admin().serverStatus()).pid !== Number(process.env.ORRERY_PID);

/** Drivers try everything twice; what fails all the same is tried by us, and may have been done. */
async function surely(work) {
  for (;;) {
    try {
      return await work();
    } catch (failure) {
      if (failure instanceof assert.AssertionError || Date.now() > end) throw failure;
      if (failure.code === 11000) return null;
    }
  }
}

async function driver(client) {
  const db = client.db(`load${run}`);
  await client.db("admin").command({ shardCollection: `load${run}.things`, key: { key: "hashed" } });
  const things = db.collection("things");
  const stream = things.watch([], { maxAwaitTimeMS: 500 });
  await stream.tryNext();
  let count = 0;
  for (let after = 0; after < 20 * times; count++) {
    await surely(() => things.insertOne({ _id: count, key: `key ${count % 20}`, n: 0 }));
    const filter = { _id: count, key: `key ${count % 20}` };
    const { n } = await surely(() => things.findOneAndUpdate(filter, { $inc: { n: 1 } }, { returnDocument: "after" }));
    assert.ok(n >= 1);
    if (count % 20 === 19) {
      const walked = await surely(() => things.find({}, { sort: { _id: 1 }, batchSize: 7 }).map((each) => each._id).toArray());
      assert.deepEqual(walked, Array.from({ length: count + 1 }, (_, each) => each));
    }
    if (count === split) writeFileSync(process.env.ORRERY_BEGUN, "");
    if (await surely(() => isBack(db))) after++;
  }
  const told = [];
  while (told.length < count) {
    const change = await stream.next();
    if (change.operationType === "insert") told.push(change.documentKey._id);
  }
  assert.deepEqual(told.sort((a, b) => a - b), Array.from({ length: count }, (_, each) => each));
  await stream.close();
}

async function models() {
  const connection = await mongoose.createConnection(uri, { dbName: `models${run}` }).asPromise();
  try {
    await count(connection);
  } finally {
    await connection.close();
  }
}

async function count(connection) {
  const Counter = connection.model("Counter", new mongoose.Schema({ _id: String, hits: Number }));
  await Counter.create({ _id: "all", hits: 0 });
  let done = 0;
  let hurt = 0;
  for (let after = 0; after < 10 * times; ) {
    try {
      const { hits } = await Counter.findByIdAndUpdate("all", { $inc: { hits: 1 } }, { returnDocument: "after" });
      done++;
      assert.ok(hits >= done && hits <= done + hurt, `${hits} after ${done} answers and ${hurt} failures`);
      if (await isBack(connection.db)) after++;
    } catch (failure) {
      if (failure instanceof assert.AssertionError || Date.now() > end) throw failure;
      hurt++;
    }
  }
}

test("nothing is lost or done twice", async () => {
  const client = new MongoClient(uri);
  try {
    await Promise.all([driver(client), models()]);
  } finally {
    await client.close();
  }
});
