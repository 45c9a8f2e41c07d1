import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const css = readFileSync("app/tailwind.css", "utf8");
const tokens = css + readFileSync("tailwind.config.ts", "utf8");
const COLOURS = ["white", "red", "green", "violet", "rose", "black", "none"];
/** Backgrounds of the coloured mark and line in both themes. */
const BACKGROUNDS = { light: ["#fbf9f4", "#fffefb", "#f3efe5"], night: ["#181612", "#201d18", "#110f0c"] };

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

describe.each(COLOURS)("the colour of the day %s", (colour) => {
  it.each(["light", "night"] as const)("has a contrast of at least 3:1 (%s)", (theme) => {
    const rule = new RegExp(`data-day="${colour}"\\] \\{[^}]*--day-${theme}: (#[0-9a-f]{6})`).exec(css)?.[1];
    for (const background of BACKGROUNDS[theme]) {
      expect(tokens).toContain(background);
      expect(contrast(rule ?? "", background), `${rule} on ${background}`).toBeGreaterThanOrEqual(3);
    }
  });
});

it("replaces the colour of the day by the text colour when more contrast is requested", () => {
  const mediaQuery = css.indexOf("@media (prefers-contrast: more), (forced-colors: active)");
  expect(css.slice(mediaQuery)).toMatch(/^[^{]*\{\s*html\[data-day\] \{\s*--day: var\(--ink\);/);
  // The last rule that sets the colour wins, because all have the same specificity.
  expect(mediaQuery).toBeGreaterThan(css.lastIndexOf("--day: var(--day-"));
});
