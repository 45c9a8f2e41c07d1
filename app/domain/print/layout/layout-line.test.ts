import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { BLOCK_STYLES, INK, MUTED_INK, RUBRIC_INK } from "./layout-line";

it("uses the same inks as the print style sheet", () => {
  const [, printed = ""] = /(\.printed \{[^]*)@page/.exec(readFileSync("app/tailwind.css", "utf8")) ?? [];
  expect(printed).toContain(`--ink: ${INK}`);
  expect(printed).toContain(`--muted: ${MUTED_INK}`);
  expect(BLOCK_STYLES.date.tint).toBe(RUBRIC_INK);
  expect(/\.printed-date \{[^}]*\}/.exec(printed)?.[0]).toContain(`color: ${RUBRIC_INK}`);
  expect(BLOCK_STYLES.question).toMatchObject({ cut: "italic", tint: MUTED_INK });
  expect(/\.printed-question \{[^}]*\}/.exec(printed)?.[0]).toContain("font-style: italic");
});
