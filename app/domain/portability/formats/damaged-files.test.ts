import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { damageFile, damageText, fileEdits } from "#tests/support/damage-file";
import fc from "#tests/support/properties";
import { readWith } from "#tests/support/read-format";
import { importFixture, readUpload } from "#tests/support/read-upload";
import { isDay } from "~/domain/calendar/local-day";
import { UploadError } from "~/domain/portability/data-texts";
import type { ImportFormat } from "~/domain/portability/import-format";
import { openArchive } from "~/platform/zip/read-zip.server";
import { dayHeadings } from "./day-headings.server";
import { dayOneClassic } from "./day-one-classic.server";
import { dayOneText } from "./day-one-text.server";
import { daylio } from "./daylio.server";
import { fiveMinuteJournal } from "./five-minute-journal.server";
import { gridDiary } from "./grid-diary.server";
import { jrnl } from "./jrnl.server";
import { momento } from "./momento.server";
import { notion } from "./notion.server";

describe("damaged exports", { tags: ["release"] }, () => {
  it.each([
    ...[
      "evernote-picture.enex",
      "google-keep-lists.zip",
      "joplin-tags.jex",
      "standard-notes.zip",
      "bear.bear2bk",
    ],
    ...["memos.json", "diaro.zip", "rednotebook.zip", "org-journal-year.zip", "wordpress-posts.xml"],
    ...["word-days.docx", "2024-08-27.html", "prayers.csv"],
  ])("are read, or rejected with an UploadError, when %s was damaged", async (name) => {
    const fixture = importFixture(name);
    // Guards against a reader that rejects every file, which would pass the checks below.
    const { entries: whole, intentions } = await readUpload(name, fixture);
    expect(whole.length + intentions.length).toBeGreaterThan(0);
    await fc.assert(
      fc.asyncProperty(fileEdits, async (list) => {
        try {
          const { entries } = await readUpload(name, await damageFile(fixture, list));
          for (const { entry } of entries) expect(entry.forDate).toMatch(/^\d{4}-\d{2}-\d{2}$/);
        } catch (error) {
          expect(error).toBeInstanceOf(UploadError);
        }
      }),
      { numRuns: 150 },
    );
  });
});

const FILES: [fixture: string, format: ImportFormat][] = [
  ["Diary 2024.md", dayHeadings],
  ["My journal.txt", dayHeadings],
  ["backup.daylio", daylio],
  ["daylio_export_2024_11_20.csv", daylio],
  ["dayone-classic.zip", dayOneClassic],
  ["dayone-plain-text.zip", dayOneText],
  ["five-minute-journal.json", fiveMinuteJournal],
  ["grid-diary.json", gridDiary],
  ["jrnl-yaml.zip", jrnl],
  ["jrnl.json", jrnl],
  ["jrnl.md", jrnl],
  ["momento.txt", momento],
  ["notion-flat.zip", notion],
];

/** The first file of a fixture that the format reads: the fixture itself, or a file in its archive. */
async function readFixture(
  fixture: string,
  { endings }: ImportFormat,
): Promise<[name: string, text: string]> {
  const bytes = readFileSync(`tests/fixtures/import/${fixture}`);
  if (!bytes.subarray(0, 2).equals(Buffer.from("PK"))) return [fixture, bytes.toString()];
  const { files } = await openArchive(bytes, 100);
  const file = files.find(({ name }) =>
    endings.some((ending) => ending !== "csv" && name.endsWith(`.${ending}`)),
  );
  if (!file) throw new Error(`${fixture} has no file of the format.`);
  return [file.name, (await file.read(100_000)).toString()];
}

/** Damages the text of a file. A Daylio backup is damaged inside its Base64. */
const damageNamed = (name: string, text: string, edits: Parameters<typeof damageText>[1]) =>
  name.endsWith(".daylio")
    ? Buffer.from(damageText(Buffer.from(text, "base64").toString(), edits)).toString("base64")
    : damageText(text, edits);

describe("a damaged file", () => {
  it.each(FILES)("yields valid entries, or is refused, when it was %s", async (fixture, format) => {
    const [name, text] = await readFixture(fixture, format);
    // Guards against a format that recognises nothing, which would pass the checks below.
    const isEntry = (result: object) => "ok" in result && result.ok === true;
    expect((await readWith(format, { [name]: text })).some(isEntry)).toBe(true);
    await fc.assert(
      fc.asyncProperty(fileEdits, async (list) => {
        const results = await readWith(format, { [name]: damageNamed(name, text, list) }).catch(
          (error: unknown) => {
            if (error instanceof UploadError || /not recognised/.test(String(error))) return [];
            throw error;
          },
        );
        for (const result of results)
          if ("ok" in result)
            expect(result.ok ? isDay(result.entry.forDate) : result.why.length > 0).toBe(true);
      }),
      { numRuns: 150 },
    );
  });
});
