import { describe, expect, it } from "vitest";
import { inAscii } from "./one-byte-plugin.mjs";

const PATTERNS: [pattern: RegExp, text: string][] = [
  [/[“”„]([^“”]+)”/u, "He said “Be still” and left"],
  [new RegExp(String.raw`\–|\\–`), "1–2"],
  [/\\–/, "a backslash \\– and a dash"],
  [/😀+/u, "glad 😀😀 indeed"],
  [/[😀-😂]/u, "laughing 😁"],
  [/[^\s–—]+$/, "one — two"],
];

describe("regular expressions in ASCII", () => {
  it.each(PATTERNS)("%s finds the same", (pattern, text) => {
    const plain = inAscii(pattern.source);
    expect(plain).toMatch(/^[\0-\x7f]*$/);
    expect(new RegExp(plain, pattern.flags).exec(text)).toEqual(pattern.exec(text));
    expect(pattern.exec(text)).not.toBeNull();
  });
});
