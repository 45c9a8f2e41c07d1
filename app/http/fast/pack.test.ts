import { readFileSync } from "node:fs";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { fewAtOnce } from "./few-at-once.server";
import { pack } from "./pack.server";

const UNPACK = { br: brotliDecompressSync, gzip: gunzipSync };
const page = (lines: number) =>
  Buffer.from(Array.from({ length: lines }, (_, at) => `<li class="line">“${at * 7919}”</li>`).join("\n"));

describe.each(["br", "gzip"] as const)("%s", (packing) => {
  it.each([100, 10_000])(
    "packs what can be unpacked again: %d lines",
    { tags: ["release"] },
    async (lines) => {
      const body = page(lines);
      const packed = await pack(body, packing);
      expect(UNPACK[packing](packed)).toEqual(body);
      expect(packed.length).toBeLessThan(body.length / 3);
    },
  );

  it("takes less time and more bytes while others wait", async () => {
    const body = readFileSync("docs/product.md").subarray(0, 30_000);
    const quiet = await pack(body, packing);
    let end = () => {};
    const held = Array.from({ length: 4 }, () =>
      fewAtOnce(() => new Promise<void>((resolve) => (end = ((before) => () => (before(), resolve()))(end)))),
    );
    const busy = await pack(body, packing);
    for (const _ of held) {
      end();
      await new Promise((resolve) => setImmediate(resolve));
    }
    await Promise.all(held);
    expect(busy.length).toBeGreaterThan(quiet.length);
    expect(UNPACK[packing](busy)).toEqual(body);
    expect((await pack(body, packing)).length).toBe(quiet.length);
  });
});
