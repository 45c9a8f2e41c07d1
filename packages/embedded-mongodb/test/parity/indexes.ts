import { expect } from "vitest";
import type { Case } from "./case.js";

/** Indexes, and the shape of E11000. */
// prettier-ignore
export const indexes: Case[] = [
  { name: "index: a unique one refuses a second value", docs: [{ _id: 1, email: "a@b.c" }], indexes: [{ key: { email: 1 }, unique: true }], calls: [["insertOne", { _id: 2, email: "a@b.c" }]], code: 11000, error: { code: 11000, keyPattern: { email: 1 }, keyValue: { email: "a@b.c" } } },
  { name: "index: the message of E11000", docs: [{ _id: 1, email: "a@b.c" }], indexes: [{ key: { email: 1 }, unique: true }], calls: [["insertOne", { _id: 2, email: "a@b.c" }]], code: 11000, error: { message: expect.stringMatching(/^E11000 duplicate key error collection: \S+\.cases index: email_1 dup key: \{ email: "a@b.c" \}$/) as unknown } },
  { name: "index: the message of E11000 for _id", docs: [{ _id: 1 }], calls: [["insertOne", { _id: 1 }]], code: 11000, error: { message: expect.stringMatching(/index: _id_ dup key: \{ _id: 1 \}$/) as unknown } },
  { name: "index: a unique one refuses an update", docs: [{ _id: 1, a: 1 }, { _id: 2, a: 2 }], indexes: [{ key: { a: 1 }, unique: true }], update: [{ _id: 2 }, { $set: { a: 1 } }], code: 11000, error: { keyValue: { a: 1 } } },
  { name: "index: a unique one counts missing as null", docs: [{ _id: 1 }], indexes: [{ key: { a: 1 }, unique: true }], calls: [["insertOne", { _id: 2, a: null }]], code: 11000, error: { keyValue: { a: null } } },
  { name: "index: a unique sparse one does not see missing fields", docs: [{ _id: 1 }], indexes: [{ key: { a: 1 }, unique: true, sparse: true }], calls: [["insertOne", { _id: 2 }], ["countDocuments"]], want: 2 },
  { name: "index: a unique compound one", docs: [{ _id: 1, u: 1, d: "x" }], indexes: [{ key: { u: 1, d: -1 }, unique: true }], calls: [["insertOne", { _id: 2, u: 1, d: "y" }], ["insertOne", { _id: 3, u: 1, d: "x" }]], code: 11000, error: { keyPattern: { u: 1, d: -1 }, keyValue: { u: 1, d: "x" } } },
  { name: "index: a unique partial one sees only its part", docs: [{ _id: 1, a: 1, live: true }], indexes: [{ key: { a: 1 }, unique: true, partialFilterExpression: { live: true } }], calls: [["insertOne", { _id: 2, a: 1, live: false }], ["insertOne", { _id: 3, a: 1 }], ["countDocuments"]], want: 3 },
  { name: "index: a unique partial one refuses in its part", docs: [{ _id: 1, a: 1, live: true }], indexes: [{ key: { a: 1 }, unique: true, partialFilterExpression: { live: true } }], calls: [["insertOne", { _id: 2, a: 1, live: true }]], code: 11000 },
  { name: "index: a unique multikey one refuses an element of another document", docs: [{ _id: 1, t: ["a", "b"] }], indexes: [{ key: { t: 1 }, unique: true }], calls: [["insertOne", { _id: 2, t: ["c", "b"] }]], code: 11000, error: { keyValue: { t: "b" } } },
  { name: "index: a unique multikey one lets a document repeat itself", docs: [{ _id: 1, t: ["a"] }], indexes: [{ key: { t: 1 }, unique: true }], calls: [["insertOne", { _id: 2, t: ["c", "c"] }], ["countDocuments"]], want: 2 },
  { name: "index: two arrays are refused", docs: [{ _id: 1 }], indexes: [{ key: { a: 1, b: 1 } }], calls: [["insertOne", { _id: 2, a: [1], b: [2] }]], code: 171 },
  { name: "index: a unique one on what is there twice", docs: [{ _id: 1, a: 1 }, { _id: 2, a: 1 }], calls: [["createIndex", { a: 1 }, { unique: true }]], code: 11000 },
  { name: "index: its name", docs: [{ _id: 1 }], calls: [["createIndex", { a: 1, "b.c": -1 }]], want: "a_1_b.c_-1" },
  { name: "index: making it again is no error", docs: [{ _id: 1 }], indexes: [{ key: { a: 1 } }], calls: [["createIndex", { a: 1 }]], want: "a_1" },
  { name: "index: other options under the same name", docs: [{ _id: 1 }], indexes: [{ key: { a: 1 } }], calls: [["createIndex", { a: 1 }, { unique: true }]], code: [85, 86] },
  { name: "index: another key under the same name", docs: [{ _id: 1 }], indexes: [{ key: { a: 1 }, name: "x" }], calls: [["createIndex", { b: 1 }, { name: "x" }]], code: 86 },
  { name: "index: dropping what is not there", docs: [{ _id: 1 }], calls: [["dropIndex", "nothing_1"]], code: 27 },
  { name: "index: dropping _id", docs: [{ _id: 1 }], calls: [["dropIndex", "_id_"]], code: 72 },
  { name: "index: an unknown direction", docs: [{ _id: 1 }], calls: [["createIndex", { a: "sideways" }]], code: 67 },
  { name: "index: they are listed", docs: [{ _id: 1 }], indexes: [{ key: { a: 1 }, unique: true }, { key: { at: 1 }, expireAfterSeconds: 60 }], calls: [["indexes"]], has: [{ name: "_id_", key: { _id: 1 } }, { name: "a_1", key: { a: 1 }, unique: true }, { name: "at_1", expireAfterSeconds: 60 }] },
  { name: "index: a range and a sort by a compound one", docs: [{ _id: 1, u: 1, d: 3 }, { _id: 2, u: 1, d: 1 }, { _id: 3, u: 2, d: 2 }, { _id: 4, u: 1, d: 2 }], indexes: [{ key: { u: 1, d: -1 } }], find: [{ u: 1, d: { $lt: 3 } }, { sort: { d: -1 } }], ids: [4, 2] },
  { name: "index: $in with a sort", docs: [{ _id: 1, u: 1, d: 3 }, { _id: 2, u: 2, d: 1 }, { _id: 3, u: 2, d: 4 }, { _id: 4, u: 3, d: 2 }], indexes: [{ key: { u: 1, d: 1 } }], find: [{ u: { $in: [1, 2] } }, { sort: { d: 1 } }], ids: [2, 1, 3] },
  { name: "index: a multikey one and two bounds", docs: [{ _id: 1, a: [1, 9] }, { _id: 2, a: [5] }, { _id: 3, a: [20, 30] }], indexes: [{ key: { a: 1 } }], find: [{ a: { $gt: 4, $lt: 6 } }], ids: [1, 2] },
  { name: "index: a multikey one finds a document once", docs: [{ _id: 1, a: [1, 2, 3] }], indexes: [{ key: { a: 1 } }], find: [{ a: { $gte: 1 } }], ids: [1] },
  { name: "index: null finds missing through it", docs: [{ _id: 1 }, { _id: 2, a: null }, { _id: 3, a: 1 }, { _id: 4, a: [] }], indexes: [{ key: { a: 1 } }], find: [{ a: null }], ids: [1, 2] },
  { name: "index: an array is found whole through it", docs: [{ _id: 1, a: [1, 2] }, { _id: 2, a: [2, 1] }, { _id: 3, a: [[1, 2]] }], indexes: [{ key: { a: 1 } }], find: [{ a: [1, 2] }], ids: [1, 3] },
  { name: "index: a sparse one does not hide documents", docs: [{ _id: 1 }, { _id: 2, a: 1 }], indexes: [{ key: { a: 1 }, sparse: true }], find: [{ a: { $ne: 1 } }], ids: [1] },
  { name: "index: a pattern with an anchor", docs: [{ _id: 1, s: "abc" }, { _id: 2, s: "abd" }, { _id: 3, s: "xab" }, { _id: 4, s: "ABC" }], indexes: [{ key: { s: 1 } }], find: [{ s: /^ab/ }, { sort: { s: -1 } }], ids: [2, 1] },
  { name: "index: distinct values", docs: [{ _id: 1, a: [1, 3] }, { _id: 2, a: 1 }, { _id: 3 }], indexes: [{ key: { a: 1 } }], calls: [["distinct", "a"]], want: [1, 3] },
  { name: "distinct keeps arrays inside arrays", docs: [{ _id: 1, a: [[1, 2], 3] }], calls: [["distinct", "a"]], want: [3, [1, 2]] },
];
