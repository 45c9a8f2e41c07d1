import { describe, expect, it } from "vitest";
import fc from "#tests/support/properties";
import { toReadableYaml } from "~/platform/yaml.server";
import { readWayText } from "./read-way-text.server";
import type { Way } from "./way";
import { dayFromForm, dayToForm, headFromForm, headToForm, wayIdFromName, wayToFile } from "./way-form";

const short = fc.string({ maxLength: 60 }).map((text) =>
  text
    .trim()
    .replaceAll(/[\p{C}\p{Z}]/gu, " ")
    .trim(),
);
const required = short.map((text) => text || "No. 1: “yes” # - ?");
const WAYS = fc.record<Way>({
  name: required,
  about: required,
  by: short,
  language: fc.constantFrom("", "en", "de-AT"),
  licence: short,
  begins: fc.oneof(
    fc.constant("any" as const),
    fc.constant({ on: "2027-02-10" }),
    fc.record({
      feast: fc.constantFrom("advent" as const, "pentecost" as const),
      plus: fc.integer({ min: -99, max: 99 }),
    }),
  ),
  sundays: fc.constantFrom("in", "apart"),
  days: fc.array(
    fc.record({
      title: required,
      passage: fc.constant("Mark 1:14-20"),
      point: short,
      questions: fc.array(required, { minLength: 1, maxLength: 3 }),
      closing: short,
      writer: short,
    }),
    { minLength: 1, maxLength: 3 },
  ),
});

describe("the forms of a way", () => {
  it("write a file that reads as the same way", () => {
    fc.assert(
      fc.property(WAYS, (way) => {
        expect(readWayText(toReadableYaml(wayToFile(way)))).toMatchObject({ way });
      }),
    );
  });

  it("show and take back the same fields", () => {
    fc.assert(
      fc.property(WAYS, ({ days, ...head }) => {
        const { beginning, plus, sundays, ...texts } = headToForm(head);
        const values = { ...texts, beginning, plus: Number(plus), sundays } as Parameters<
          typeof headFromForm
        >[0];
        expect(headFromForm(values)).toEqual(head);
        for (const day of days) {
          const { questions, ...fields } = dayToForm(day);
          expect(dayFromForm({ ...fields, questions: questions.split("\n") })).toEqual(day);
        }
      }),
    );
  });

  it.each([
    ["Lent with Mark", "lent-with-mark"],
    ["  Été à l’église! ", "ete-a-leglise"],
    ["大齋期", "way-2027-02-10"],
  ])("name the file of %j %s", (name, id) => {
    expect(wayIdFromName(name, "2027-02-10")).toBe(id);
  });
});
