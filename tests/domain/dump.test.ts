import { readdirSync, readFileSync } from "node:fs";
import sharp from "sharp";
import { it } from "vitest";
import { uploadReader } from "~/domain/portability/read-upload.server";
const zones: Record<string,string> = {"frontmatter-dates.zip":"America/Los_Angeles","local-time-without-zone.zip":"America/Los_Angeles","joplin-frontmatter-in-utc.zip":"America/New_York"};
it("dump", async () => {
  for (const name of readdirSync("tests/fixtures/import")) {
    const bytes = readFileSync("tests/fixtures/import/" + name);
    const source = { size: bytes.length, read: async (at: number, length: number) => bytes.subarray(at, at + length) };
    const reading = { now: new Date("2026-11-21T10:00:00Z"), today: "2026-11-21", timezone: zones[name] ?? (/^(Evern|evern|journal|joplin|google|memos)/.test(name) ? "America/New_York" : "Europe/Berlin") };
    const reader = uploadReader({ name, size: bytes.length, reading }, source);
    console.log("=====", name);
    try {
      const es = [];
      for await (const b of reader.pieces()) {
        if (!("list" in b)) console.log("  ", JSON.stringify([b.sources, b.left]));
        else if (b.list === "entries") es.push(...b.items.map(({entry}) => entry));
        else if (b.list === "refused" || b.list === "leftOut") console.log("  ", b.list, JSON.stringify(b.items));
      }
      for (const { forDate, createdAt, favourite, content: c } of es) {
        const ps = [];
        for (const { id } of c.pictures ?? []) ps.push("P" + ((await sharp((await reader.picture(id)) ?? Buffer.alloc(0)).metadata()).width - 40));
        console.log("   ", forDate, createdAt.toISOString().slice(11,16), favourite ? "*" : "", JSON.stringify([c.title, c.body.slice(0, 400), c.tags.join("|"), c.mood, ps.join()]));
      }
    } catch (e) { console.log("   !!", (e as Error).message, (e as Error).name === "UploadError" ? "" : (e as Error).stack); }
  }
}, 200_000);
