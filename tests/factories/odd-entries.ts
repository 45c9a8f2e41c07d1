import fc, { anyCharacters } from "#tests/support/properties";
import { CONTENT_LIMITS, tagsFrom, type EntryContent } from "~/domain/journal/entries/content";
import { mapShortTexts } from "~/domain/journal/entries/short-texts";
import { ANSWER_KEYS, ENTRY_KINDS } from "~/domain/journal/prompt-sets/prompt-set";
import { SLOTS } from "~/domain/member/prayer-times";
import type { PortableEntry } from "~/domain/portability/foreign-entry";

/** Fragments of the formats' own syntax, and text that is hard to encode. */
const FRAGMENTS = [
  ...["---", "...", "---\ntitle: no\n---\n"],
  ...["<!-- answer: thanks -->", "\\<!-- answer: thanks -->", "<!-- answer: body -->\r"],
  ...["## I thank God for…", "# heading", "\\# heading", "\\", "\\\\.", "\\#"],
  ...[
    "\n",
    "\n\n",
    "\r\n",
    "\r",
    " ",
    "  trailing  ",
    "\t",
    "\u2028",
    "\u2029",
    "\u0085",
    "\uFEFF",
    "\u200B",
  ],
  ...[": ", "- list", "'", '"', "&amp;", "{", "%", "null", "~", "0x1F", "2026-01-01", "true"],
  ...["👩‍👩‍👧‍👦", "é", "e\u0301", "שלום", "\u202Eabc", "مرحبا", "漢字"],
  "![](dayone-moment://0123456789ABCDEF0123456789ABCDEF)",
  "[it](dayone://view?entryId=0123456789ABCDEF0123456789ABCDEF)",
  "[it](/journal/entries/AAAAAAAAAAAAAAAAAAAAAA)",
  "[[2024-05-06]]",
];

const fragment = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...FRAGMENTS) },
  { weight: 2, arbitrary: fc.string({ unit: "grapheme", maxLength: 12 }) },
  { weight: 1, arbitrary: anyCharacters(8) },
);
const isStorable = (text: string) => text.isWellFormed() && !text.includes("\0");

/** Any text that can be stored. */
const anyText = fc
  .oneof(
    { weight: 20, arbitrary: fc.array(fragment, { maxLength: 12 }).map((fragments) => fragments.join("")) },
    {
      weight: 1,
      arbitrary: fragment.map((text) => `${text} long `.repeat(3_000).slice(0, CONTENT_LIMITS.answer)),
    },
  )
  .filter(isStorable);

const short = (max: number) => anyText.map((text) => text.slice(0, max)).filter(isStorable);
const moment = fc.date({ min: new Date(0), max: new Date("2026-11-21T10:00:00Z"), noInvalidDate: true });
const day = fc
  .date({ min: new Date("1990-01-01"), max: new Date("2026-11-20"), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));

const answer = fc.record(
  {
    key: fc.constantFrom(...ANSWER_KEYS),
    question: short(120),
    text: anyText,
    tone: fc.constantFrom("thanks", "lament"),
  },
  { requiredKeys: ["key", "question", "text"] },
);

const way = fc.record({
  id: fc.constantFrom("lent", "our-way"),
  name: short(80),
  day: fc.integer({ min: 1, max: 100 }),
  title: short(80),
});

const picture = fc.record({
  id: fc.constantFrom("AAAAAAAAAAAAAAAAAAAAAA", "-_-_-_-_-_-_-_-_-_-_-_"),
  width: fc.integer({ min: 1, max: 2_400 }),
  height: fc.integer({ min: 1, max: 2_400 }),
  text: short(40),
});

/** Any content, with every optional field. */
export const anyContent: fc.Arbitrary<EntryContent> = fc.record(
  {
    title: short(80),
    answers: fc.uniqueArray(answer, { maxLength: 4, selector: ({ key }) => key }),
    body: anyText,
    tags: fc.array(short(20), { maxLength: 3 }).map((tags) => tagsFrom(tags.join(","))),
    ...mapShortTexts(() => short(30).map((text) => text.trim())),
    prayer: fc.constantFrom("kq3f", "x".repeat(64)),
    pictures: fc.array(picture, { minLength: 1, maxLength: 3 }),
    way,
  } satisfies { [Name in keyof Required<EntryContent>]: fc.Arbitrary<EntryContent[Name]> },
  { requiredKeys: ["title", "answers", "body", "tags", "mood"] },
);

const isWritten = ({ title, body, answers }: EntryContent) =>
  [title, body, ...answers.map(({ text }) => text)].some((text) => text.trim());

/** Any entry of a journal. */
export const anyEntry: fc.Arbitrary<PortableEntry> = fc.record({
  id: fc
    .uint8Array({ minLength: 16, maxLength: 16 })
    .map((bytes) => Buffer.from(bytes).toString("base64url")),
  kind: fc.constantFrom(...ENTRY_KINDS),
  slot: fc.constantFrom(...SLOTS),
  forDate: day,
  timezone: fc.constantFrom("UTC", "Europe/London", "Pacific/Apia", "America/Los_Angeles", "Asia/Kathmandu"),
  createdAt: moment,
  updatedAt: moment,
  version: fc.integer({ min: 1, max: 9 }),
  promptSet: fc.constantFrom("", "daily_habit", "lectio_examen"),
  promptIds: fc.array(fc.constantFrom("habit.1", "own.x-1"), { maxLength: 2 }),
  dayName: fc.option(fc.constantFrom("Friday of the 33rd week in Ordinary Time, green", "<b>: '"), {
    nil: undefined,
  }),
  passageRef: fc.constantFrom("", "Psalm 46:10", "John 15:4-5", "Mark 1:1–8"),
  favourite: fc.boolean(),
  excludeFromInsights: fc.boolean(),
  deletedAt: fc.constant(null),
  content: anyContent.filter(isWritten),
  versions: fc.constant([]),
});
