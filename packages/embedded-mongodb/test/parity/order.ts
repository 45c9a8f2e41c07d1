import { Decimal128, Int32, Long, ObjectId } from "mongodb";
import type { Case } from "./case.js";

const types = [
  { _id: 1, v: "text" },
  { _id: 2, v: 10 },
  { _id: 3, v: new Date(0) },
  { _id: 4, v: null },
  { _id: 5, v: { a: 1 } },
  { _id: 6, v: true },
  { _id: 7, v: new ObjectId("65a000000000000000000001") },
  { _id: 8, v: Long.fromNumber(-3) },
  { _id: 9, v: Decimal128.fromString("10.5") },
  { _id: 10, v: false },
];
const arrays = [
  { _id: 1, a: [1, 9] },
  { _id: 2, a: [4, 5] },
  { _id: 3, a: 3 },
  { _id: 4 },
  { _id: 5, a: [] },
];
const people = [
  { _id: 1, name: "B", age: 30, address: { city: "X", zip: 1 }, tags: ["a", "b", "c"] },
  { _id: 2, name: "A", age: 30, address: { city: "Y", zip: 2 }, tags: ["c"] },
  { _id: 3, name: "C", age: 20, address: { city: "Z", zip: 3 }, tags: [] },
];
const students = [
  {
    _id: 1,
    grades: [
      { mean: 70, n: "x" },
      { mean: 80, n: "y" },
      { mean: 90, n: "z" },
    ],
    plain: 1,
  },
  { _id: 2, grades: [{ mean: 95, n: "x" }], plain: 2 },
];

/** Sorting and projection. */
// prettier-ignore
export const order: Case[] = [
  { name: "sort: orders types ascending", docs: types, find: [{}, { sort: { v: 1 } }], ids: [4, 8, 2, 9, 1, 5, 7, 10, 6, 3] },
  { name: "sort: orders types descending", docs: types, find: [{}, { sort: { v: -1 } }], ids: [3, 6, 10, 7, 5, 1, 9, 2, 8, 4] },
  { name: "sort: orders arrays by their least element, and an empty array first", docs: arrays, find: [{}, { sort: { a: 1 } }], ids: [5, 4, 1, 3, 2] },
  { name: "sort: orders arrays by their greatest element when descending", docs: arrays, find: [{}, { sort: { a: -1 } }], ids: [1, 2, 3, 4, 5] },
  { name: "sort: orders by two fields", docs: people, find: [{}, { sort: { age: -1, name: 1 } }], ids: [2, 1, 3] },
  { name: "sort: orders by a dotted path", docs: people, find: [{}, { sort: { "address.city": -1 } }], ids: [3, 2, 1] },
  { name: "sort: orders sub-documents by their fields", docs: [{ _id: 1, v: { b: 1 } }, { _id: 2, v: { a: 2 } }, { _id: 3, v: { a: 1, z: 0 } }, { _id: 4, v: { a: "x" } }], find: [{}, { sort: { v: 1 } }], ids: [3, 2, 1, 4] },
  { name: "sort: orders strings by code points", docs: [{ _id: 1, s: "b" }, { _id: 2, s: "B" }, { _id: 3, s: "a" }, { _id: 4, s: "é" }, { _id: 5, s: "" }], find: [{}, { sort: { s: 1 } }], ids: [5, 2, 3, 1, 4] },
  { name: "projection: inclusion keeps _id", docs: people, find: [{ _id: 1 }, { projection: { name: 1 } }], want: [{ _id: 1, name: "B" }] },
  { name: "projection: omits _id when it is excluded from an inclusion", docs: people, find: [{ _id: 1 }, { projection: { name: 1, _id: 0 } }], want: [{ name: "B" }] },
  { name: "projection: excludes fields", docs: people, find: [{ _id: 3 }, { projection: { address: 0, tags: 0 } }], want: [{ _id: 3, name: "C", age: 20 }] },
  { name: "projection: includes a dotted path", docs: people, find: [{ _id: 1 }, { projection: { "address.city": 1 } }], want: [{ _id: 1, address: { city: "X" } }] },
  { name: "projection: includes a nested path", docs: people, find: [{ _id: 1 }, { projection: { address: { zip: 1 } } }], want: [{ _id: 1, address: { zip: 1 } }] },
  { name: "projection: excludes a dotted path", docs: people, find: [{ _id: 3 }, { projection: { "address.city": 0, tags: 0, age: 0 } }], want: [{ _id: 3, name: "C", address: { zip: 3 } }] },
  { name: "projection: includes a path in each element of an array", docs: students, find: [{ _id: 1 }, { projection: { "grades.n": 1 } }], want: [{ _id: 1, grades: [{ n: "x" }, { n: "y" }, { n: "z" }] }] },
  { name: "projection: omits the scalars of an array when it includes a path below", docs: [{ _id: 1, e: [{ x: 1, y: 2 }, 4] }], find: [{}, { projection: { "e.x": 1 } }], want: [{ _id: 1, e: [{ x: 1 }] }] },
  { name: "projection: adds no field that is missing", docs: people, find: [{ _id: 1 }, { projection: { nothing: 1 } }], want: [{ _id: 1 }] },
  { name: "projection: includes only _id", docs: people, find: [{ _id: 1 }, { projection: { _id: 1 } }], want: [{ _id: 1 }] },
  { name: "projection: $slice keeps other fields", docs: students, find: [{ _id: 2 }, { projection: { grades: { $slice: 1 } } }], want: [{ _id: 2, grades: [{ mean: 95, n: "x" }], plain: 2 }] },
  { name: "projection: $slice returns the last elements when it is negative", docs: people, find: [{ _id: 1 }, { projection: { tags: { $slice: -2 }, name: 1 } }], want: [{ _id: 1, name: "B", tags: ["b", "c"] }] },
  { name: "projection: $slice skips elements", docs: people, find: [{ _id: 1 }, { projection: { tags: { $slice: [1, 1] }, name: 1 } }], want: [{ _id: 1, name: "B", tags: ["b"] }] },
  { name: "projection: $elemMatch returns the first match", docs: students, find: [{}, { projection: { grades: { $elemMatch: { mean: { $gt: 75 } } } }, sort: { _id: 1 } }], want: [{ _id: 1, grades: [{ mean: 80, n: "y" }] }, { _id: 2, grades: [{ mean: 95, n: "x" }] }] },
  { name: "projection: $elemMatch omits the field when no element matches", docs: students, find: [{ _id: 2 }, { projection: { grades: { $elemMatch: { mean: 1 } } } }], want: [{ _id: 2 }] },
  { name: "projection: the positional $ returns the element that matched", docs: students, find: [{ "grades.mean": { $gt: 85 }, _id: 1 }, { projection: { "grades.$": 1 } }], want: [{ _id: 1, grades: [{ mean: 90, n: "z" }] }] },
  { name: "projection: the positional $ returns the element that $elemMatch matched", docs: students, find: [{ grades: { $elemMatch: { mean: { $gt: 75 }, n: "z" } } }, { projection: { "grades.$": 1 } }], want: [{ _id: 1, grades: [{ mean: 90, n: "z" }] }] },
  { name: "projection: preserves the types of numbers", docs: [{ _id: 1, l: Long.fromNumber(5), i: new Int32(5) }], find: [{ _id: 1 }, { promoteValues: false, projection: { _id: 0 } }], want: [{ l: Long.fromNumber(5), i: new Int32(5) }] },
  { name: "projection: rejects an exclusion in an inclusion", docs: people, find: [{}, { projection: { a: 1, b: 0 } }], code: 31254 },
  { name: "projection: rejects an inclusion in an exclusion", docs: people, find: [{}, { projection: { a: 0, b: 1 } }], code: 31253 },
  { name: "projection: rejects a path and its parent", docs: people, find: [{}, { projection: { "a.b": 1, a: 1 } }], code: 31250 },
];
