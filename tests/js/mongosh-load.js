// SPDX-License-Identifier: Apache-2.0
// The unmodified shell goes on while its collection splits under it, and while the server is killed
// and starts again.
const name = `shell${process.env.ORRERY_MONGO_RUN}`;
const shelled = db.getSiblingDB(name);
const deadline = Date.now() + 200_000;

const isBack = () => Number(shelled.serverStatus().pid) !== Number(process.env.ORRERY_PID);

sh.shardCollection(`${name}.things`, { key: "hashed" });
const times = Number(process.env.ORRERY_LOAD_TIMES ?? 1);
let count = 0;
for (let after = 0; after < 10 * times; ) {
  try {
    shelled.things.updateOne({ _id: count, key: `key ${count % 20}` }, { $set: { n: count } }, { upsert: true });
    count++;
    if (count % 10 === 0) {
      const found = shelled.things.find().sort({ _id: 1 }).batchSize(7).toArray().map((each) => each.n);
      if (found.length !== count || found.some((n, at) => n !== at)) throw new RangeError(`found ${found}`);
    }
    if (count === 20 * times) require("node:fs").writeFileSync(process.env.ORRERY_BEGUN, "");
    if (isBack()) after++;
  } catch (failure) {
    if (failure instanceof RangeError || Date.now() > deadline) throw failure;
  }
}
print("nothing is lost");
