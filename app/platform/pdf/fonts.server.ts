import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";

/** Subset files of the font; a character is searched in this order. */
const SCRIPTS = [
  "latin",
  "latin-ext",
  "vietnamese",
  "greek",
  "greek-ext",
  "cyrillic",
  "cyrillic-ext",
  "hebrew",
] as const;
const FILES = { upright: "400-normal", italic: "400-italic", bold: "600-normal" } as const;

export type FontFace = keyof typeof FILES;
/** Font files by style and script, for example "italic greek". */
export type FontFiles = Record<string, Uint8Array>;

/** Reads the font from its npm package. */
export function loadFonts(): FontFiles {
  // A literal specifier, so that the release packager includes the package.
  const manifest = createRequire(import.meta.url).resolve("@fontsource/libertinus-serif/package.json");
  const files: FontFiles = {};
  for (const [style, file] of Object.entries(FILES))
    for (const script of SCRIPTS)
      files[`${style} ${script}`] = readFileSync(
        path.join(path.dirname(manifest), "files", `libertinus-serif-${script}-${file}.woff`),
      );
  return files;
}
