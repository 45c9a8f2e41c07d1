import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { ROUTES_WITH_PATH, ROUTES } from "#tests/support/route-table";
import * as paths from "./paths";

const FOLDER = "app/routes";
const files = readdirSync(FOLDER, { recursive: true, encoding: "utf8" })
  .map((file) => file.split(path.sep).join("/"))
  .filter((file) => /\.tsx?$/.test(file));
const declared = ROUTES.map(({ file }) => file.replace("routes/", ""));

describe("route table", () => {
  it("declares existing files, each once", () => {
    expect(declared.filter((file) => !existsSync(path.join(FOLDER, file)))).toEqual([]);
    expect(declared).toHaveLength(new Set(declared).size);
  });

  it("declares every file with a loader, an action or meta", () => {
    const answers =
      /^export (?:(?:async )?function|const) (?:loader|action|meta)\b|^export \{[^}]*\b(?:loader|action)\b/m;
    const undeclared = files.filter(
      (file) => !declared.includes(file) && answers.test(readFileSync(path.join(FOLDER, file), "utf8")),
    );
    expect(undeclared).toEqual([]);
  });

  it("declares every path once, with a file", () => {
    const patterns = Object.values(paths).map(({ pattern }) => pattern);
    expect(patterns).toHaveLength(new Set(patterns).size);
    const answered = new Set(ROUTES_WITH_PATH.map(({ pattern }) => pattern));
    expect(patterns.filter((pattern) => !answered.has(pattern))).toEqual([]);
  });
});

describe("path", () => {
  it("fills its pattern with encoded parameters", () => {
    expect(paths.dashboard()).toBe("/dashboard");
    expect(paths.entryEdit("a/b")).toBe("/journal/entries/a%2Fb/edit");
    expect(paths.bibleChapter("john", 3)).toBe("/bible/john/3");
  });

  it("omits empty query parameters", () => {
    expect(paths.history({ q: "quiet waters", tag: "", page: undefined, kind: ["free", "habit"] })).toBe(
      "/journal/history?q=quiet+waters&kind=free&kind=habit",
    );
    expect(paths.history({})).toBe("/journal/history");
  });
});
