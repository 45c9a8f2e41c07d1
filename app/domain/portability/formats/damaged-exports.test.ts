/** @module-tag release */
import { describe, expect, it } from "vitest";
import { damageFile, fileEdits } from "#tests/support/damage-file";
import fc from "#tests/support/properties";
import { importFixture, readUpload } from "#tests/support/read-upload";
import { UploadError } from "~/domain/portability/data-texts";

describe("damaged exports", () => {
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
  ])("throw only refusals when %s was damaged", async (name) => {
    const fixture = importFixture(name);
    // A reader that refused everything would pass all that follows.
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
