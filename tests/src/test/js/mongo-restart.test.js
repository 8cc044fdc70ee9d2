// SPDX-License-Identifier: Apache-2.0
// The unmodified Node driver goes on while the server is killed and starts again: it sends writes
// once more by itself, and none of them counts twice.
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { test } from "node:test";
import { MongoClient } from "mongodb";

test("nothing is lost or done twice", async () => {
  const client = new MongoClient(process.env.ORRERY_MONGO_URI);
  const counters = client.db("restart").collection("counters");
  await counters.insertOne({ _id: "all", n: 0 });
  const end = Date.now() + 60_000;
  let done = 0;
  let hurt = 0;
  // Some more after the interruption, so that the driver is back for sure.
  for (let after = 0; after < 50 && Date.now() < end; ) {
    try {
      const { n } = await counters.findOneAndUpdate({ _id: "all" }, { $inc: { n: 1 } }, { returnDocument: "after" });
      done++;
      if (done === 20) writeFileSync(process.env.ORRERY_BEGUN, "");
      assert.ok(n >= done && n <= done + hurt, `${n} after ${done} answers and ${hurt} failures`);
      if ((await client.db("admin").command({ serverStatus: 1 })).pid !== Number(process.env.ORRERY_PID)) after++;
    } catch (failure) {
      if (failure instanceof assert.AssertionError) throw failure;
      hurt++;
    }
  }
  const { n } = await counters.findOne({ _id: "all" });
  assert.ok(n >= done && n <= done + hurt);
  await client.close();
});
