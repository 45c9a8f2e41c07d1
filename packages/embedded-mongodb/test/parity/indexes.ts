import { expect } from "vitest";
import type { Case } from "./case.js";

/** Cases about indexes, and about duplicate key errors (E11000). */
// prettier-ignore
export const indexes: Case[] = [
  { name: "unique index: rejects a duplicate insert", docs: [{ _id: 1, email: "a@b.c" }], indexes: [{ key: { email: 1 }, unique: true }], calls: [["insertOne", { _id: 2, email: "a@b.c" }]], code: 11000, error: { code: 11000, keyPattern: { email: 1 }, keyValue: { email: "a@b.c" } } },
  { name: "unique index: names the index and the key in the message of E11000", docs: [{ _id: 1, email: "a@b.c" }], indexes: [{ key: { email: 1 }, unique: true }], calls: [["insertOne", { _id: 2, email: "a@b.c" }]], code: 11000, error: { message: expect.stringMatching(/^E11000 duplicate key error collection: \S+\.cases index: email_1 dup key: \{ email: "a@b.c" \}$/) as unknown } },
  { name: "unique index: names _id_ and the key in the message of E11000", docs: [{ _id: 1 }], calls: [["insertOne", { _id: 1 }]], code: 11000, error: { message: expect.stringMatching(/index: _id_ dup key: \{ _id: 1 \}$/) as unknown } },
  { name: "unique index: rejects an update to a value of another document", docs: [{ _id: 1, a: 1 }, { _id: 2, a: 2 }], indexes: [{ key: { a: 1 }, unique: true }], update: [{ _id: 2 }, { $set: { a: 1 } }], code: 11000, error: { keyValue: { a: 1 } } },
  { name: "unique index: rejects null when another document has no value", docs: [{ _id: 1 }], indexes: [{ key: { a: 1 }, unique: true }], calls: [["insertOne", { _id: 2, a: null }]], code: 11000, error: { keyValue: { a: null } } },
  { name: "unique sparse index: accepts several documents without the field", docs: [{ _id: 1 }], indexes: [{ key: { a: 1 }, unique: true, sparse: true }], calls: [["insertOne", { _id: 2 }], ["countDocuments"]], want: 2 },
  { name: "unique compound index: rejects only equal combinations", docs: [{ _id: 1, u: 1, d: "x" }], indexes: [{ key: { u: 1, d: -1 }, unique: true }], calls: [["insertOne", { _id: 2, u: 1, d: "y" }], ["insertOne", { _id: 3, u: 1, d: "x" }]], code: 11000, error: { keyPattern: { u: 1, d: -1 }, keyValue: { u: 1, d: "x" } } },
  { name: "unique partial index: accepts a duplicate outside its filter", docs: [{ _id: 1, a: 1, live: true }], indexes: [{ key: { a: 1 }, unique: true, partialFilterExpression: { live: true } }], calls: [["insertOne", { _id: 2, a: 1, live: false }], ["insertOne", { _id: 3, a: 1 }], ["countDocuments"]], want: 3 },
  { name: "unique partial index: rejects a duplicate within its filter", docs: [{ _id: 1, a: 1, live: true }], indexes: [{ key: { a: 1 }, unique: true, partialFilterExpression: { live: true } }], calls: [["insertOne", { _id: 2, a: 1, live: true }]], code: 11000 },
  { name: "unique multikey index: rejects an array element of another document", docs: [{ _id: 1, t: ["a", "b"] }], indexes: [{ key: { t: 1 }, unique: true }], calls: [["insertOne", { _id: 2, t: ["c", "b"] }]], code: 11000, error: { keyValue: { t: "b" } } },
  { name: "unique multikey index: accepts an array with equal elements", docs: [{ _id: 1, t: ["a"] }], indexes: [{ key: { t: 1 }, unique: true }], calls: [["insertOne", { _id: 2, t: ["c", "c"] }], ["countDocuments"]], want: 2 },
  { name: "compound index: rejects a document with arrays in two fields", docs: [{ _id: 1 }], indexes: [{ key: { a: 1, b: 1 } }], calls: [["insertOne", { _id: 2, a: [1], b: [2] }]], code: 171 },
  { name: "createIndex: rejects a unique index on duplicate values", docs: [{ _id: 1, a: 1 }, { _id: 2, a: 1 }], calls: [["createIndex", { a: 1 }, { unique: true }]], code: 11000 },
  { name: "createIndex: derives the name from the key", docs: [{ _id: 1 }], calls: [["createIndex", { a: 1, "b.c": -1 }]], want: "a_1_b.c_-1" },
  { name: "createIndex: accepts an index that exists", docs: [{ _id: 1 }], indexes: [{ key: { a: 1 } }], calls: [["createIndex", { a: 1 }]], want: "a_1" },
  { name: "createIndex: rejects other options under the same name", docs: [{ _id: 1 }], indexes: [{ key: { a: 1 } }], calls: [["createIndex", { a: 1 }, { unique: true }]], code: [85, 86] },
  { name: "createIndex: rejects another key under the same name", docs: [{ _id: 1 }], indexes: [{ key: { a: 1 }, name: "x" }], calls: [["createIndex", { b: 1 }, { name: "x" }]], code: 86 },
  { name: "dropIndex: rejects an unknown name", docs: [{ _id: 1 }], calls: [["dropIndex", "nothing_1"]], code: 27 },
  { name: "dropIndex: rejects the index on _id", docs: [{ _id: 1 }], calls: [["dropIndex", "_id_"]], code: 72 },
  { name: "createIndex: rejects an unknown direction", docs: [{ _id: 1 }], calls: [["createIndex", { a: "sideways" }]], code: 67 },
  { name: "listIndexes: returns names, keys and options", docs: [{ _id: 1 }], indexes: [{ key: { a: 1 }, unique: true }, { key: { at: 1 }, expireAfterSeconds: 60 }], calls: [["indexes"]], has: [{ name: "_id_", key: { _id: 1 } }, { name: "a_1", key: { a: 1 }, unique: true }, { name: "at_1", expireAfterSeconds: 60 }] },
  { name: "compound index: finds a range in descending order", docs: [{ _id: 1, u: 1, d: 3 }, { _id: 2, u: 1, d: 1 }, { _id: 3, u: 2, d: 2 }, { _id: 4, u: 1, d: 2 }], indexes: [{ key: { u: 1, d: -1 } }], find: [{ u: 1, d: { $lt: 3 } }, { sort: { d: -1 } }], ids: [4, 2] },
  { name: "compound index: sorts the documents that $in finds", docs: [{ _id: 1, u: 1, d: 3 }, { _id: 2, u: 2, d: 1 }, { _id: 3, u: 2, d: 4 }, { _id: 4, u: 3, d: 2 }], indexes: [{ key: { u: 1, d: 1 } }], find: [{ u: { $in: [1, 2] } }, { sort: { d: 1 } }], ids: [2, 1, 3] },
  { name: "multikey index: finds an array whose elements fulfil two bounds separately", docs: [{ _id: 1, a: [1, 9] }, { _id: 2, a: [5] }, { _id: 3, a: [20, 30] }], indexes: [{ key: { a: 1 } }], find: [{ a: { $gt: 4, $lt: 6 } }], ids: [1, 2] },
  { name: "multikey index: returns a document with several matching elements once", docs: [{ _id: 1, a: [1, 2, 3] }], indexes: [{ key: { a: 1 } }], find: [{ a: { $gte: 1 } }], ids: [1] },
  { name: "index: finds documents with null or without the field when the filter is null", docs: [{ _id: 1 }, { _id: 2, a: null }, { _id: 3, a: 1 }, { _id: 4, a: [] }], indexes: [{ key: { a: 1 } }], find: [{ a: null }], ids: [1, 2] },
  { name: "multikey index: finds an array that equals the value or contains it", docs: [{ _id: 1, a: [1, 2] }, { _id: 2, a: [2, 1] }, { _id: 3, a: [[1, 2]] }], indexes: [{ key: { a: 1 } }], find: [{ a: [1, 2] }], ids: [1, 3] },
  { name: "sparse index: does not hide documents without the field from $ne", docs: [{ _id: 1 }, { _id: 2, a: 1 }], indexes: [{ key: { a: 1 }, sparse: true }], find: [{ a: { $ne: 1 } }], ids: [1] },
  { name: "index: finds strings by an anchored pattern in descending order", docs: [{ _id: 1, s: "abc" }, { _id: 2, s: "abd" }, { _id: 3, s: "xab" }, { _id: 4, s: "ABC" }], indexes: [{ key: { s: 1 } }], find: [{ s: /^ab/ }, { sort: { s: -1 } }], ids: [2, 1] },
  { name: "multikey index: returns distinct values", docs: [{ _id: 1, a: [1, 3] }, { _id: 2, a: 1 }, { _id: 3 }], indexes: [{ key: { a: 1 } }], calls: [["distinct", "a"]], want: [1, 3] },
  { name: "distinct: returns nested arrays unchanged", docs: [{ _id: 1, a: [[1, 2], 3] }], calls: [["distinct", "a"]], want: [3, [1, 2]] },
];
