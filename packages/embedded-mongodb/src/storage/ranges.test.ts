import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Database } from "./database.js";
import { rangeToSql, type Position } from "./ranges.js";

const folder = mkdtempSync(join(tmpdir(), "embedded-mongodb-ranges-"));
const range = { low: Buffer.from([2]), high: Buffer.from([8]), skip: 0, exact: true };
let database: Database;
beforeAll(() => {
  database = new Database(join(folder, "database.sqlite"));
  database.exec("CREATE TABLE i_1 (k BLOB, r INTEGER, PRIMARY KEY (k, r)) WITHOUT ROWID");
  for (let n = 0; n < 20; n++)
    database.run("INSERT INTO i_1 (k, r) VALUES (?, ?)", [Buffer.from([n >> 1]), n]);
});
afterAll(() => {
  database.close();
  rmSync(folder, { recursive: true, force: true });
});

describe.each([false, true])("pages of a range (backward: %s)", (reverse) => {
  const order = reverse ? "ORDER BY k DESC, r DESC" : "ORDER BY k, r";

  it("contain every entry once", () => {
    const rows: number[] = [];
    for (let last: Position | undefined; ;) {
      const [where, values] = rangeToSql(range, "", last, reverse);
      last = database.get<Position>(`SELECT k, r FROM i_1 ${where} ${order} LIMIT 1`, values);
      if (!last) break;
      rows.push(last[1]);
    }
    const all = [4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15];
    expect(rows).toEqual(reverse ? all.reverse() : all);
  });

  it("start at the last position instead of the bound of the range", () => {
    const [where, values] = rangeToSql(range, "", [Buffer.from([5]), 10], reverse);
    const [row] = database.all<[number, number, number, string]>(
      `EXPLAIN QUERY PLAN SELECT k, r FROM i_1 ${where} ${order}`,
      values,
    );
    expect(row?.[3]).toContain(reverse ? "(k>? AND (k,r)<(?,?))" : "((k,r)>(?,?) AND k<?)");
  });
});
