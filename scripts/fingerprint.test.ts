import { mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { isCurrent, listFiles, snapshot, writeStamp } from "./fingerprint.mjs";

let root = "";
const write = (name: string, text: string) => writeFileSync(path.join(root, name), text);
const stamp = () => path.join(root, "stamps/app.json");
const files = () => listFiles(root, ["a.ts", "b.ts", "c.ts"]);
const current = (facts?: Record<string, string>) => isCurrent(root, stamp(), { files: files(), facts });

beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), "still-"));
  write("a.ts", "one");
  write("b.ts", "two");
  write("made.js", "made");
  writeStamp(root, stamp(), { inputs: snapshot(root, files()), outputs: ["made.js"] });
});
afterEach(() => rmSync(root, { recursive: true }));

describe("a stamp", () => {
  test("holds as long as nothing changes", () => expect(current()).toBe(true));

  test("holds when a file is only newer", () => {
    utimesSync(path.join(root, "a.ts"), new Date(), new Date(Date.now() + 60_000));
    expect(current()).toBe(true);
  });

  test.each([
    ["another size", () => write("a.ts", "three")],
    ["other content of the same size", () => write("a.ts", "uno")],
    ["one file more", () => write("c.ts", "")],
    ["one file less", () => rmSync(path.join(root, "b.ts"))],
    ["a lost result", () => rmSync(path.join(root, "made.js"))],
    ["a result that was cut off", () => write("made.js", "ma")],
    ["a broken stamp", () => write("stamps/app.json", "{")],
  ])("does not hold after %s", (_change, change) => {
    change();
    expect(current()).toBe(false);
  });

  test("does not hold on another platform", () => expect(current({ platform: "other" })).toBe(false));
});

test("tests are no sources", () => {
  write("a.test.ts", "");
  expect(listFiles(path.dirname(root), [path.basename(root)]).join()).not.toContain("a.test.ts");
});
