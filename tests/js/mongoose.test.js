// SPDX-License-Identifier: Apache-2.0
// The unmodified mongoose.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import mongoose from "mongoose";

const schema = new mongoose.Schema(
  {
    title: { type: String, required: true },
    pages: { type: Number, min: 1 },
    tags: [String],
    author: { type: mongoose.Schema.Types.ObjectId, ref: "Author" },
  },
  { timestamps: true },
);
const Book = mongoose.model("Book", schema);
const Author = mongoose.model("Author", new mongoose.Schema({ name: String }));

before(() => mongoose.connect(process.env.ORRERY_MONGO_URI, { dbName: `mongoose${process.env.ORRERY_MONGO_RUN}` }));
after(async () => {
  await mongoose.connection.dropDatabase();
  await mongoose.disconnect();
});

test("models are saved, found, populated and changed", async () => {
  await Promise.all([Book.init(), Author.init()]);
  const author = await Author.create({ name: "Ada" });
  const book = await Book.create({ title: "Notes", pages: 10, tags: ["a"], author });
  assert.ok(book.createdAt instanceof Date);
  book.tags.push("b");
  book.pages = 11;
  await book.save();
  const found = await Book.findOne({ tags: "b" }).populate("author").lean();
  assert.equal(found.author.name, "Ada");
  assert.equal(found.pages, 11);
  await assert.rejects(Book.create({ pages: 0 }), mongoose.Error.ValidationError);
  const updated = await Book.findOneAndUpdate({ title: "Notes" }, { $inc: { pages: 1 } }, { returnDocument: "after" });
  assert.equal(updated.pages, 12);
  assert.equal(await Book.countDocuments(), 1);
  assert.equal((await Book.deleteOne({ title: "Notes" })).deletedCount, 1);
});

test("a document that somebody else changed is not overwritten", async () => {
  const book = await Book.create({ title: "Two", pages: 1, tags: ["a", "b", "c"] });
  const other = await Book.findById(book._id);
  other.tags = [];
  await other.save();
  book.tags.set(1, "x");
  await assert.rejects(book.save(), mongoose.Error.VersionError);
});
