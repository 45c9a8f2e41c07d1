import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";

/** The subsets of the font; the first one that contains a character is used. */
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

/** Files of Atkinson Hyperlegible, which has Latin letters only. */
const HYPERLEGIBLE_SCRIPTS = ["latin", "latin-ext"] as const;
const HYPERLEGIBLE_FILES = { upright: "400-normal", italic: "400-italic", bold: "700-normal" } as const;

export type FontFace = keyof typeof FILES;
/** Font files by style and script, such as "italic greek". The first file of a style that contains a character is used. */
export type FontFiles = Record<string, Uint8Array>;

/** Reads Atkinson Hyperlegible from its npm package. */
export function loadHyperlegible(): FontFiles {
  // Literal specifiers, so that the release packager includes the packages.
  const manifest = createRequire(import.meta.url).resolve("@fontsource/atkinson-hyperlegible/package.json");
  const files: FontFiles = {};
  for (const [style, file] of Object.entries(HYPERLEGIBLE_FILES))
    for (const script of HYPERLEGIBLE_SCRIPTS)
      files[`${style} hyperlegible ${script}`] = readFileSync(
        path.join(path.dirname(manifest), "files", `atkinson-hyperlegible-${script}-${file}.woff`),
      );
  return files;
}

/**
 * Reads the fonts of a PDF from their npm packages. `hyperlegible`: Atkinson Hyperlegible for the characters that it has.
 */
export function loadFonts(letters: "default" | "hyperlegible" = "default"): FontFiles {
  const files = letters === "hyperlegible" ? loadHyperlegible() : {};
  const manifest = createRequire(import.meta.url).resolve("@fontsource/libertinus-serif/package.json");
  for (const [style, file] of Object.entries(FILES))
    for (const script of SCRIPTS)
      files[`${style} ${script}`] = readFileSync(
        path.join(path.dirname(manifest), "files", `libertinus-serif-${script}-${file}.woff`),
      );
  return files;
}
