import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";

/** The floors of the domain, as docs/architecture.md lists them: an area imports only from floors below its own. */
const ROOT = path.resolve(".");
const GUIDE = readFileSync(path.join(ROOT, "docs/architecture.md"), "utf8");
const FLOORS = [...GUIDE.matchAll(/^\| +\d+ +\| +(`[^|]+?) +\|/gm)]
  .map(([, areas = ""]) => [...areas.matchAll(/`([a-z-]+)`/g)].map(([, area = ""]) => area))
  .reverse();

const floorOf = new Map(FLOORS.flatMap((areas, floor) => areas.map((area) => [area, floor] as const)));

const files = readdirSync(path.join(ROOT, "app/domain"), { recursive: true, encoding: "utf8" })
  .map((file) => file.split(path.sep).join("/"))
  .filter((file) => /\.ts$/.test(file) && !/\.test\.ts$/.test(file));

function areasImportedBy(file: string): string[] {
  const source = readFileSync(path.join(ROOT, "app/domain", file), "utf8");
  return [...source.matchAll(/(?:from|import\() ?"~\/domain\/([a-z-]+)\//g)].map(([, area = ""]) => area);
}

describe("the guide to where rules live", () => {
  it("names files that there are", () => {
    const [, table = ""] = /## Where each rule lives([^]*?)\n## /.exec(GUIDE) ?? [];
    const named = [...table.matchAll(/`([a-z/.-]+\.ts)`/g)].map(([, file = ""]) =>
      /^(app|models)\//.test(file) ? file : `app/domain/${file}`,
    );
    expect(named.length).toBeGreaterThan(50);
    expect(named.filter((file) => !existsSync(path.join(ROOT, file)))).toEqual([]);
  });
});

describe("the floors of the domain", () => {
  it("name every area once", () => {
    const areas = readdirSync(path.join(ROOT, "app/domain"), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name);
    expect(FLOORS.flat().sort()).toEqual(areas.sort());
  });

  it("are built from below: no area imports from its own height or above", () => {
    const upwards = files.flatMap((file) => {
      const own = file.split("/")[0] ?? "";
      return [...new Set(areasImportedBy(file))]
        .filter((area) => area !== own && (floorOf.get(area) ?? 99) >= (floorOf.get(own) ?? -1))
        .map((area) => `${file} -> ${area}`);
    });
    expect(upwards).toEqual([]);
  });
});
