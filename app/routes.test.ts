import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { ADDRESSED_ROUTES, ROUTES } from "#tests/support/route-table";
import * as paths from "./paths";

const FOLDER = "app/routes";
const files = readdirSync(FOLDER, { recursive: true, encoding: "utf8" })
  .map((file) => file.split(path.sep).join("/"))
  .filter((file) => /\.tsx?$/.test(file));
const told = ROUTES.map(({ file }) => file.replace("routes/", ""));

describe("the table of routes", () => {
  it("names files that there are, each once", () => {
    expect(told.filter((file) => !existsSync(path.join(FOLDER, file)))).toEqual([]);
    expect(told).toHaveLength(new Set(told).size);
  });

  it("has every file that answers", () => {
    const answers =
      /^export (?:(?:async )?function|const) (?:loader|action|meta)\b|^export \{[^}]*\b(?:loader|action)\b/m;
    const forgotten = files.filter(
      (file) => !told.includes(file) && answers.test(readFileSync(path.join(FOLDER, file), "utf8")),
    );
    expect(forgotten).toEqual([]);
  });

  it("has every address once, with a file", () => {
    const patterns = Object.values(paths).map(({ pattern }) => pattern);
    expect(patterns).toHaveLength(new Set(patterns).size);
    const answered = new Set(ADDRESSED_ROUTES.map(({ pattern }) => pattern));
    expect(patterns.filter((pattern) => !answered.has(pattern))).toEqual([]);
  });
});

describe("an address", () => {
  it("is its pattern, filled in", () => {
    expect(paths.dashboard()).toBe("/dashboard");
    expect(paths.entryEdit("a/b")).toBe("/journal/entries/a%2Fb/edit");
    expect(paths.bibleChapter("john", 3)).toBe("/bible/john/3");
  });

  it("takes a query, without what is empty", () => {
    expect(paths.history({ q: "quiet waters", tag: "", page: undefined, kind: ["free", "habit"] })).toBe(
      "/journal/history?q=quiet+waters&kind=free&kind=habit",
    );
    expect(paths.history({})).toBe("/journal/history");
  });
});
