import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";

/** Which letters each file of the face has; a letter is looked for in this order. */
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
/** Each file of the face with its name: "italic greek". */
export type FontFiles = Record<string, Uint8Array>;

/** The reading face, from the package it comes in: nothing is loaded from elsewhere. */
export function loadFonts(): FontFiles {
  // Named in full, so that the package of the product takes it along.
  const about = createRequire(import.meta.url).resolve("@fontsource/libertinus-serif/package.json");
  const files: FontFiles = {};
  for (const [style, file] of Object.entries(FILES))
    for (const script of SCRIPTS)
      files[`${style} ${script}`] = readFileSync(
        path.join(path.dirname(about), "files", `libertinus-serif-${script}-${file}.woff`),
      );
  return files;
}
