import type { Case } from "./case.js";

const sales = [
  { _id: 1, item: "abc", price: 10, quantity: 2, date: new Date("2014-03-01T08:00:00Z"), tags: ["x", "y"] },
  { _id: 2, item: "jkl", price: 20, quantity: 1, date: new Date("2014-03-01T09:00:00Z"), tags: ["y"] },
  { _id: 3, item: "xyz", price: 5, quantity: 10, date: new Date("2014-03-15T09:00:00Z"), tags: [] },
  { _id: 4, item: "xyz", price: 5, quantity: 20, date: new Date("2014-04-04T11:21:39.736Z") },
  { _id: 5, item: "abc", price: 10, quantity: 10, date: new Date("2014-04-04T21:23:13.331Z"), tags: null },
];

/** Cases of pipeline stages. */
// prettier-ignore
export const aggregate: Case[] = [
  { name: "$count counts the documents", docs: sales, aggregate: [[{ $match: { price: { $gt: 5 } } }, { $count: "n" }]], want: [{ n: 3 }] },
  { name: "$count of an empty input returns no document", docs: sales, aggregate: [[{ $match: { price: 1000 } }, { $count: "n" }]], want: [] },
  { name: "$project excludes fields", docs: sales, aggregate: [[{ $match: { _id: 2 } }, { $project: { date: 0, tags: 0 } }]], want: [{ _id: 2, item: "jkl", price: 20, quantity: 1 }] },
  { name: "$addFields adds constants and literals", docs: [{ _id: 1, a: 1, b: 2 }, { _id: 2 }], aggregate: [[{ $addFields: { a: "x", c: null, d: { $literal: { $no: ["$n"] } } } }, { $sort: { _id: 1 } }, { $set: { e: true } }]], want: [{ _id: 1, a: "x", b: 2, c: null, d: { $no: ["$n"] }, e: true }, { _id: 2, a: "x", c: null, d: { $no: ["$n"] }, e: true }] },
  { name: "$addFields rejects an empty specification", docs: [{ _id: 1 }], aggregate: [[{ $addFields: {} }]], code: [40177, 40239] },
  { name: "$sort, $skip and $limit select a page of the sorted documents", docs: sales, aggregate: [[{ $sort: { quantity: -1, _id: 1 } }, { $skip: 1 }, { $limit: 2 }, { $project: { _id: 1 } }]], want: [{ _id: 3 }, { _id: 5 }] },
  { name: "$limit before $sort limits the documents that are sorted", docs: sales, aggregate: [[{ $sort: { _id: 1 } }, { $limit: 2 }, { $sort: { price: -1 } }, { $project: { _id: 1 } }]], want: [{ _id: 2 }, { _id: 1 }] },
  { name: "$sample returns the requested number of documents", docs: sales, aggregate: [[{ $sample: { size: 3 } }, { $count: "n" }]], want: [{ n: 3 }] },
  { name: "$unionWith adds the documents that match its pipeline", docs: [{ _id: 1 }], others: { u: [{ _id: 2, k: 1 }, { _id: 3 }] }, aggregate: [[{ $unionWith: { coll: "u", pipeline: [{ $match: { k: 1 } }] } }, { $sort: { _id: 1 } }]], want: [{ _id: 1 }, { _id: 2, k: 1 }] },
  { name: "$unionWith adds documents of the same collection, with a field that identifies the source", docs: sales, aggregate: [[{ $match: { item: "abc" } }, { $sort: { quantity: -1 } }, { $limit: 1 }, { $project: { item: 0, date: 0, tags: 0 } }, { $addFields: { part: 0 } }, { $unionWith: { coll: "cases", pipeline: [{ $match: { price: { $lt: 10 } } }, { $sort: { _id: -1 } }, { $project: { item: 1, quantity: 1 } }, { $addFields: { part: { $literal: 1 }, item: "xyz?" } }] } }, { $sort: { part: 1, _id: 1 } }]], want: [{ _id: 5, price: 10, quantity: 10, part: 0 }, { _id: 3, item: "xyz?", quantity: 10, part: 1 }, { _id: 4, item: "xyz?", quantity: 20, part: 1 }] },
  { name: "$unionWith accepts a collection name, another $unionWith and a missing collection", docs: [{ _id: 1 }], others: { u: [{ _id: 2 }], v: [{ _id: 3, k: 1 }] }, aggregate: [[{ $unionWith: { coll: "u", pipeline: [{ $unionWith: "v" }, { $project: { k: 0 } }] } }, { $unionWith: "nowhere" }, { $match: { _id: { $gt: 1 } } }, { $sort: { _id: 1 } }]], want: [{ _id: 2 }, { _id: 3 }] },
  { name: "$unionWith before $count adds to the count", docs: [{ _id: 1 }, { _id: 2 }], aggregate: [[{ $unionWith: { coll: "cases", pipeline: [{ $match: { _id: 2 } }, { $count: "n" }] } }, { $count: "all" }]], want: [{ all: 3 }] },
  { name: "$unionWith rejects invalid stages", docs: [{ _id: 1 }], aggregate: [[{ $unionWith: { coll: "cases", pipeline: [{ $match: 1 }] } }]], code: 15959 },
];
