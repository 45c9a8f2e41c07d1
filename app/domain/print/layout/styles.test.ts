import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { INK, RUBRIC, SOFT, STYLES } from "./set-line";

it("is how a page prints from the browser, too: the same inks for the same things", () => {
  const [, printed = ""] = /(\.printed \{[^]*)@page/.exec(readFileSync("app/tailwind.css", "utf8")) ?? [];
  expect(printed).toContain(`--ink: ${INK}`);
  expect(printed).toContain(`--muted: ${SOFT}`);
  expect(STYLES.date.tint).toBe(RUBRIC);
  expect(/\.printed-date \{[^}]*\}/.exec(printed)?.[0]).toContain(`color: ${RUBRIC}`);
  expect(STYLES.question).toMatchObject({ cut: "italic", tint: SOFT });
  expect(/\.printed-question \{[^}]*\}/.exec(printed)?.[0]).toContain("font-style: italic");
});
