import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import FEAST_DAYS from "~/content/feast-days.yaml";
import FEAST_NAMES from "~/content/feast-names.yaml";
import PASSAGES from "~/content/passages.yaml";
import { BUILT_IN_WAYS } from "~/domain/ways/available-ways.server";
import { readWayFile } from "~/domain/ways/way-file";
import { parseLocatedYaml } from "~/platform/yaml.server";
import { parseContent } from "./schemas";

const FOLDER = "app/content";
const FILES = readdirSync(FOLDER, { recursive: true, encoding: "utf8" }).filter((file) =>
  file.endsWith(".yaml"),
);
const read = (file: string) => readFileSync(path.join(FOLDER, file), "utf8");

describe("content files", () => {
  it("match their schemas", async () => {
    const modules = import.meta.glob("./**/*.yaml", { eager: true, import: "default" });
    expect(FILES.length).toBeGreaterThan(15);
    expect(Object.keys(modules).sort()).toEqual(FILES.map((file) => `./${file}`).sort());
    expect(Object.values(modules)).not.toContain(undefined);
  });

  it("refer only to feasts that have a name", () => {
    const days = Object.values(FEAST_DAYS).flatMap((list) => list.map(({ feast }) => feast));
    const named = Object.values(FEAST_NAMES).flatMap(({ withWeekday, names }) => [
      ...Object.keys(withWeekday),
      ...Object.keys(names),
    ]);
    expect([...days, ...Object.keys(PASSAGES.feasts)].filter((feast) => !named.includes(feast))).toEqual([]);
    expect(Object.keys(PASSAGES.feasts).filter((feast) => !days.includes(feast))).toEqual([]);
  });

  it.each(Object.keys(BUILT_IN_WAYS))("hold the way %s in the form of docs/ways.md", (name) => {
    expect(readWayFile(parseLocatedYaml(read(`ways/${name}.yaml`)))).toMatchObject({
      way: BUILT_IN_WAYS[name],
    });
  });
});

describe("parseContent", () => {
  const faq = { title: "Plans", answers: [{ id: "trial", question: "What?", paragraphs: "One.\nTwo." }] };

  it("splits paragraphs, references and lists of words", () => {
    expect(parseContent([faq], "faq.yaml")).toMatchObject([{ answers: [{ paragraphs: ["One.", "Two."] }] }]);
    const theme = { questions: ["What?"], passages: "Mark 1:1-3;\n1 John  4:7", prayer: "Stay." };
    expect(parseContent({ themes: [], anyWeek: theme, commonWords: "a b\nc" }, "themes.yaml")).toMatchObject({
      anyWeek: { passages: ["Mark 1:1-3", "1 John 4:7"] },
      commonWords: ["a", "b", "c"],
    });
  });

  it("parses a file in questions/ as a list when it has no schema of its own", () => {
    expect(parseContent(["What?"], "questions/beatitudes.yaml")).toEqual(["What?"]);
  });

  it.each([
    ["an unknown file", {}, "other.yaml", "other.yaml has no schema"],
    ["a field in excess", [{ ...faq, colour: "red" }], "faq.yaml", "colour"],
    ["an empty text", [{ ...faq, title: " " }], "faq.yaml", "title"],
    [
      "an incomplete week",
      { advent: { morning: ["What?"] } },
      "questions/daily-habit.yaml",
      "seven questions",
    ],
    ["an unknown beginning", { name: "A way", begins: "monday", days: [] }, "ways/any.yaml", "docs/ways.md"],
  ])("rejects %s and reports its location", (_name, data, file, place) => {
    expect(() => parseContent(data, file)).toThrow(place);
  });
});
