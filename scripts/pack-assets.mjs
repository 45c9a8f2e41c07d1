/**
 * Packs script and style as tightly as it goes, once, so that no visitor waits for it and no server repeats it:
 * `name.js` gets a `name.js.br` and a `name.js.gz` beside it (app/http/fast/packed-assets.server.ts sends them).
 */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { brotliCompress, gzip } from "node:zlib";

/** @param {string} folder built assets */
export async function packAssets(folder) {
  const names = readdirSync(folder).filter((name) => /\.(?:css|js)$/.test(name));
  await Promise.all(
    names.map(async (name) => {
      const file = path.join(folder, name);
      const code = readFileSync(file);
      // Brotli does its best by itself; gzip is told.
      writeFileSync(`${file}.br`, await promisify(brotliCompress)(code));
      writeFileSync(`${file}.gz`, await promisify(gzip)(code, { level: 9 }));
    }),
  );
}
