import mongoose, { Schema, type Connection } from "mongoose";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { codeOf, sharedServer, until } from "./fixture.js";

const running = sharedServer({ ttlIntervalMs: 100 });
let connection: Connection;
beforeAll(async () => {
  connection = await mongoose.createConnection(running.server.uri, { dbName: "models" }).asPromise();
});
afterAll(() => connection.close());

describe("models", () => {
  it("create, synchronise and use their indexes", async () => {
    const schema = new Schema({
      email: { type: String, unique: true },
      name: String,
      tags: [String],
      team: Number,
      role: String,
      expires: Date,
      bytes: Buffer,
    });
    schema.index({ team: 1, name: -1 });
    schema.index({ tags: 1 });
    schema.index({ team: 1, role: 1 }, { unique: true, partialFilterExpression: { role: "lead" } });
    schema.index({ expires: 1 }, { expireAfterSeconds: 0 });
    const Person = connection.model("Person", schema);
    await Person.init();
    expect(await Person.diffIndexes()).toEqual({ toDrop: [], toCreate: [] });
    const names = (await Person.listIndexes()).map((index) => index.name).join(" ");
    expect(names).toBe("_id_ email_1 team_1_name_-1 tags_1 team_1_role_1 expires_1");
    await Person.collection.createIndex({ odd: 1 });
    expect(await Person.syncIndexes()).toEqual(["odd_1"]);
    await Person.create([
      { email: "a@x", name: "Anna", team: 1, role: "lead", tags: ["x", "y"], bytes: Buffer.from([1, 2, 3]) },
      { email: "b@x", name: "Ben", team: 1, role: "member", tags: ["y"] },
      { email: "c@x", name: "anna", team: 1, role: "member", expires: new Date(Date.now() - 1000) },
    ]);
    expect(await codeOf(Person.create({ email: "a@x" }))).toBe(11000);
    expect(await codeOf(Person.create({ email: "d@x", team: 1, role: "lead" }))).toBe(11000);
    const tagged = await Person.find({ tags: "y" }).sort({ email: -1 }).lean();
    expect(tagged.map((item) => item.email)).toEqual(["b@x", "a@x"]);
    await until(async () => (await Person.estimatedDocumentCount()) === 2, 5000);
    const anna = await Person.findOne({ email: "a@x" }).orFail();
    expect(Buffer.from(anna.bytes ?? []).toString("hex")).toBe("010203");
    anna.tags.push("z");
    anna.tags.pull("x");
    await anna.save();
    expect((await Person.findById(anna._id).lean())?.tags).toEqual(["y", "z"]);
  });

  it("populate single references and lists", async () => {
    const Author = connection.model("Author", new Schema({ name: String }));
    const Book = connection.model(
      "Book",
      new Schema({
        title: String,
        author: { type: Schema.Types.ObjectId, ref: "Author" },
        readers: [{ type: Schema.Types.ObjectId, ref: "Author" }],
      }),
    );
    const [one, two] = await Author.create([{ name: "one" }, { name: "two" }]);
    await Book.create([
      { title: "first", author: one?._id, readers: [two?._id, one?._id] },
      { title: "second", author: two?._id, readers: [] },
    ]);
    const books = await Book.find().sort({ title: 1 }).populate("author").populate("readers", "name").lean();
    expect(books).toMatchObject([
      { author: { name: "one" }, readers: [{ name: "two" }, { name: "one" }] },
      { author: { name: "two" }, readers: [] },
    ]);
  });

  it("write in ordered and unordered bulks", async () => {
    const Item = connection.model("Item", new Schema({ key: { type: Number, unique: true }, n: Number }));
    await Item.init();
    const result = await Item.bulkWrite([
      { insertOne: { document: { key: 1, n: 1 } } },
      { updateOne: { filter: { key: 2 }, update: { $set: { n: 2 } }, upsert: true } },
      { updateMany: { filter: {}, update: { $inc: { n: 10 } } } },
      { replaceOne: { filter: { key: 1 }, replacement: { key: 1, n: 100 } } },
      { deleteOne: { filter: { key: 2 } } },
    ]);
    expect(result).toMatchObject({ insertedCount: 1, upsertedCount: 1, modifiedCount: 3, deletedCount: 1 });
    const documents = [{ key: 5 }, { key: 1 }, { key: 6 }, { key: 5 }, { key: 7 }];
    expect(await codeOf(Item.insertMany(documents, { ordered: false }))).toBe(11000);
    expect(await Item.countDocuments()).toBe(4);
  });

  it("detect a concurrent change by optimistic locking", async () => {
    const schema = new Schema({ title: String, parts: [String] }, { optimisticConcurrency: true });
    const Page = connection.model("Page", schema);
    const page = await Page.create({ title: "a", parts: ["x"] });
    const mine = await Page.findById(page._id).orFail();
    const theirs = await Page.findById(page._id).orFail();
    mine.title = "mine";
    await mine.save();
    theirs.title = "theirs";
    await expect(theirs.save()).rejects.toThrow(mongoose.Error.VersionError);
    expect((await Page.findById(page._id).lean())?.title).toBe("mine");
  });
});
