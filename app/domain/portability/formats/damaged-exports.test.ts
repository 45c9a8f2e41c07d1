import { describe, expect, it } from "vitest";
import { makeZip } from "#tests/support/make-zip";
import fc from "#tests/support/properties";
import { importFixture, readUpload } from "#tests/support/read-upload";
import { UploadError } from "~/domain/portability/data-texts";
import { openArchive } from "~/platform/zip/read-zip.server";

const PIECES = [
  ...[
    "",
    "\n",
    "\n\n",
    "<",
    ">",
    "<![CDATA[",
    "]]>",
    "&#0;",
    "&#x110000;",
    "&lol;",
    '"',
    "[",
    "]]",
    "{",
    "}",
  ],
  ...[
    "\0",
    "\u0001",
    "\ud800",
    "-1",
    "null",
    "1e999",
    "#",
    "*",
    ":",
    "/",
    "=".repeat(30),
    "0000-00-00",
    "9".repeat(20),
  ],
];
const edits = fc.array(
  fc.record({
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    removed: fc.nat(40),
    inserted: fc.oneof(fc.constantFrom(...PIECES), fc.string({ unit: "binary", maxLength: 10 })),
  }),
  { minLength: 1, maxLength: 6 },
);
type Edits = typeof edits extends fc.Arbitrary<infer Value> ? Value : never;

function damage(bytes: Buffer, list: Edits): Buffer {
  return list.reduce((damaged, { at, removed, inserted }) => {
    const start = Math.floor(at * damaged.length);
    return Buffer.concat([
      damaged.subarray(0, start),
      Buffer.from(inserted),
      damaged.subarray(start + removed),
    ]);
  }, bytes);
}

/** Damages the files of an archive, which is whole itself; other files as they are. */
async function damageContents(bytes: Buffer, list: Edits): Promise<Buffer> {
  if (bytes.readUInt16BE(0) !== 0x504b) return damage(bytes, list);
  const { files } = await openArchive(bytes, 100);
  return makeZip(
    await Promise.all(
      files.map(async ({ name, read }) => {
        const data = await read(1_000_000);
        return { name, data: /\.(?:png|pdf)$/.test(name) ? data : damage(data, list) };
      }),
    ),
  );
}

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
  ])("throw nothing but refusals: %s", async (name) => {
    const fixture = importFixture(name);
    // A reader that refused everything would pass all that follows.
    const { entries: whole, intentions } = await readUpload(name, fixture);
    expect(whole.length + intentions.length).toBeGreaterThan(0);
    await fc.assert(
      fc.asyncProperty(edits, async (list) => {
        try {
          const { entries } = await readUpload(name, await damageContents(fixture, list));
          for (const { entry } of entries) expect(entry.forDate).toMatch(/^\d{4}-\d{2}-\d{2}$/);
        } catch (error) {
          expect(error).toBeInstanceOf(UploadError);
        }
      }),
      { numRuns: 60 },
    );
  });
});
