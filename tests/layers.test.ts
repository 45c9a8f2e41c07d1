import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { readSource, sourceFiles } from "#tests/support/source-files";

/** The layers of the domain in docs/architecture.md. */
const GUIDE = readSource("docs/architecture.md");
const LAYERS = [...GUIDE.matchAll(/^\| +\d+ +\| +(`[^|]+?) +\|/gm)]
  .map(([, areas = ""]) => [...areas.matchAll(/`([a-z-]+)`/g)].map(([, area = ""]) => area))
  .reverse();

const layerOf = new Map(LAYERS.flatMap((areas, layer) => areas.map((area) => [area, layer] as const)));

const files = sourceFiles(["app/domain"], /(?<!\.test)\.ts$/).map((file) => file.slice("app/domain/".length));

/** The files of the domain that a file imports, as paths below app/domain. */
function importedBy(file: string): string[] {
  const source = readSource(`app/domain/${file}`);
  return [...source.matchAll(/(?:from|import\() ?"(~\/domain\/|\.\/)([^"]+)"/g)].map(([, from, rest = ""]) =>
    from === "./" ? path.posix.join(path.posix.dirname(file), rest) : rest,
  );
}

const areaOf = (file: string) => file.split("/")[0] ?? "";
/** The sub-folder of a file in its area; undefined for a file directly in the area, which may import all of them. */
const folderOf = (file: string) => (file.split("/").length > 2 ? file.split("/")[1] : undefined);

/** All nodes reachable from `start`. */
function reachedFrom(start: string, arrows: ReadonlyMap<string, ReadonlySet<string>>): Set<string> {
  const reached = new Set<string>();
  const next = [start];
  for (let at = next.pop(); at !== undefined; at = next.pop())
    for (const to of arrows.get(at) ?? []) if (!reached.has(to) && reached.add(to)) next.push(to);
  return reached;
}

describe("the rule index", () => {
  it("names existing files", () => {
    const [, table = ""] = /## Rule index([^]*?)\n## /.exec(GUIDE) ?? [];
    const named = [...table.matchAll(/`([a-z/.-]+\.ts)`/g)].map(([, file = ""]) =>
      /^(app|models)\//.test(file) ? file : `app/domain/${file}`,
    );
    expect(named.length).toBeGreaterThan(50);
    expect(named.filter((file) => !existsSync(file))).toEqual([]);
  });
});

describe("layers of the domain", () => {
  it("contain every area once", () => {
    const areas = readdirSync("app/domain", { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name);
    expect(LAYERS.flat().sort()).toEqual(areas.sort());
  });

  it("import only from lower layers", () => {
    const upwards = files.flatMap((file) => {
      const own = areaOf(file);
      return [...new Set(importedBy(file).map(areaOf))]
        .filter((area) => area !== own && (layerOf.get(area) ?? 99) >= (layerOf.get(own) ?? -1))
        .map((area) => `${file} -> ${area}`);
    });
    expect(upwards).toEqual([]);
  });

  it("have no import cycle between sub-folders of an area", () => {
    const arrows = new Map<string, Set<string>>();
    const nodeOf = (file: string) => `${areaOf(file)}/${folderOf(file)}`;
    const inside = files.flatMap((file) =>
      importedBy(file)
        .filter((to) => areaOf(to) === areaOf(file) && folderOf(to) && folderOf(file))
        .map((to) => ({ file, to, from: nodeOf(file), into: nodeOf(to) }))
        .filter(({ from, into }) => from !== into),
    );
    for (const { from, into } of inside) arrows.set(from, (arrows.get(from) ?? new Set()).add(into));
    expect(arrows.size).toBeGreaterThan(10);
    const circular = inside.filter(({ from, into }) => reachedFrom(into, arrows).has(from));
    expect(circular.map(({ file, to }) => `${file} -> ${to}`)).toEqual([]);
  });
});
