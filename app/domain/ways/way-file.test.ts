import { describe, expect, it } from "vitest";
import { workedMs } from "#tests/support/main-thread";
import fc from "#tests/support/properties";
import { parseLocatedYaml, toReadableYaml } from "~/platform/yaml.server";
import { checkWay, MAX_WAY_BYTES } from "./available-ways.server";
import type { Way } from "./way";
import { describeWayError, readWayFile } from "./way-file";
import { dayFromForm, dayToForm, headFromForm, headToForm, wayIdFromName, wayToFile } from "./way-form";

const HEAD = "name: Lent with Mark\nbegins: ash-wednesday\n";
const DAY = "  - title: Dust\n    passage: Genesis 3:17-19\n    questions: [What is dust?]\n";
const check = (text: string) => checkWay(Buffer.from(text));

async function faultsOf(text: string) {
  const found = await check(text);
  return "faults" in found ? found.faults : expect.fail("The file was accepted.");
}

describe("the file of a way", () => {
  it("is parsed with every field of the way and its days", async () => {
    expect(
      await check(`# of the parish
name: Lent with Mark
about: Forty days with one Gospel.
by: St Anne's
language: en
licence: CC BY 4.0
begins: ash-wednesday
sundays: apart
days:
  - title: Dust
    passage: Genesis 3:17-19
    point: >
      We are dust,
      and dust is loved.
    questions: [What is dust?, "What is: breath?"]
    closing: Breathe on us.
    writer: Anna
  - title: 12
    passage: Mark 1:1-8
    questions: Who comes?
`),
    ).toEqual({
      name: "Lent with Mark",
      about: "Forty days with one Gospel.",
      by: "St Anne's",
      language: "en",
      licence: "CC BY 4.0",
      begins: { feast: "ash-wednesday", plus: 0 },
      sundays: "apart",
      days: [
        {
          title: "Dust",
          passage: "Genesis 3:17-19",
          point: "We are dust, and dust is loved.",
          questions: ["What is dust?", "What is: breath?"],
          closing: "Breathe on us.",
          writer: "Anna",
        },
        { title: "12", passage: "Mark 1:1-8", point: "", questions: ["Who comes?"], closing: "", writer: "" },
      ],
    });
  });

  it.each([
    ["advent", { feast: "advent", plus: 0 }],
    ["pentecost - 9", { feast: "pentecost", plus: -9 }],
    ["easter +7", { feast: "easter", plus: 7 }],
    ["2027-03-01", { on: "2027-03-01" }],
    ["any", "any"],
  ])("is parsed with the beginning %s", async (begins, read) => {
    expect(await check(`name: A\nbegins: ${begins}\ndays:\n${DAY}`)).toMatchObject({
      begins: read,
      sundays: "in",
    });
  });

  it.each([
    ["", [{ code: "no_way", line: 1 }]],
    ["- a list", [{ code: "no_way", line: 1 }]],
    [`${HEAD}days: []`, [{ code: "no_days", line: 3 }]],
    [`${HEAD}days:\n${DAY.repeat(101)}`, [{ code: "no_days", line: 3 }]],
    [`${HEAD}begins: any\ndays:\n${DAY}`, [{ code: "twice", line: 3, detail: "begins" }]],
    [`name: A\nbegins: 2027-02-30\ndays:\n${DAY}`, [{ code: "bad_value", line: 2, detail: "begins" }]],
    [`${HEAD}sundays: no\ndays:\n${DAY}`, [{ code: "bad_value", line: 3, detail: "sundays" }]],
    [`${HEAD}colour: red\ndays:\n${DAY}`, [{ code: "unknown", line: 3, detail: "colour" }]],
    [
      `${HEAD}days:\n${DAY}  - title: No passage\n    questions: [Why?]\n  - title: No question\n    passage: John 1:1\n`,
      [
        { code: "missing", line: 7, detail: "passage" },
        { code: "bad_value", line: 9, detail: "questions" },
      ],
    ],
    [
      `${HEAD}days:\n${DAY}    point: ${"word ".repeat(121)}\n`,
      [{ code: "too_many_words", line: 7, detail: "121" }],
    ],
    [
      `${HEAD}days:\n${DAY.replace("3:17-19", "99:1")}`,
      [{ code: "no_passage", line: 5, detail: "Genesis 99:1" }],
    ],
    [`${HEAD}days:\n${DAY.replace("Genesis", "Hezekiah")}`, [{ code: "no_passage", line: 5 }]],
    [`${HEAD}days:\n${DAY}\t- title: Tab\n`, [{ code: "not_yaml", line: 7 }]],
    [`${HEAD}by: "open\ndays:\n`, [{ code: "not_yaml" }]],
    [`${HEAD}by: !!js/function 'function () {}'\ndays:\n${DAY}`, [{ code: "not_plain", line: 3 }]],
    [`${HEAD}by: &a St Anne's\nlicence: *a\ndays:\n${DAY}`, [{ code: "not_plain", line: 3 }]],
    [`${HEAD}by: *nothing\ndays:\n${DAY}`, [{ code: "not_plain", line: 3 }]],
    [`${HEAD}days:\n${DAY}---\nname: B\n`, [{ code: "not_yaml", line: 7 }]],
    [`${HEAD}? [a, b]\n: c\n`, [{ code: "not_yaml", line: 3 }]],
    [`${HEAD}days: ${"[".repeat(1_000)}`, [{ code: "too_deep" }]],
    ["\0", [{ code: "not_text" }]],
  ])("is rejected with each error and its line (case %#)", async (text, faults) => {
    const found = await faultsOf(text);
    expect(found).toMatchObject(faults);
    for (const fault of found) if (fault.line) expect(describeWayError(fault)).not.toContain("{");
  });

  it("is rejected before parsing if it is not UTF-8 or has five megabytes", async () => {
    expect(await checkWay(Buffer.from([0xff, 0xfe, 0x41]))).toEqual({ faults: [{ code: "not_text" }] });
    expect(await checkWay(Buffer.alloc(5_000_000, "a: b\n"))).toEqual({ faults: [{ code: "too_large" }] });
  });

  it("blocks the event loop for less than 250 ms when it is long", { tags: ["release"] }, async () => {
    const swelling = Array.from({ length: 26 }, (_, at) => {
      const name = String.fromCharCode(97 + at);
      const before = String.fromCharCode(96 + at);
      return at === 0 ? "a: &a [x,x,x,x,x,x]" : `${name}: &${name} [${`*${before},`.repeat(9)}]`;
    }).join("\n");
    expect((await faultsOf(swelling))[0]).toMatchObject({ code: "not_plain", line: 1 });
    // Starts the first worker, whose preparation must not count.
    await check("x".repeat(5_000));
    const began = workedMs();
    expect(await check('"'.repeat(MAX_WAY_BYTES))).toHaveProperty("faults");
    expect(workedMs() - began).toBeLessThan(250);
  });

  it("accepts a hundred long days", async () => {
    const long = `    point: ${"word ".repeat(120)}\n`;
    const text = `${HEAD}days:\n${`${DAY}${long}`.repeat(100)}`;
    expect(await check(text)).toMatchObject({ days: { length: 100, 99: { passage: "Genesis 3:17-19" } } });
  });
});

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
  it("write a file that parses to the same way", () => {
    fc.assert(
      fc.property(WAYS, (way) => {
        expect(readWayFile(parseLocatedYaml(toReadableYaml(wayToFile(way))))).toMatchObject({ way });
      }),
    );
  });

  it("change nothing in the way when they are saved unchanged", () => {
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
