import { beforeEach, describe, expect, it } from "vitest";
import { CrisisDailyCountModel } from "#models/statistics.server";
import { createEntry } from "#tests/factories/journal-entry";
import { createMember } from "#tests/factories/user";
import { EMPTY_CONTENT } from "~/domain/journal/entries/content";
import { editEntry, readEntry } from "~/domain/journal/entries/entries.server";
import { finishEntry } from "~/domain/journal/entries/finish-entry.server";
import type { Member } from "~/domain/member/member";
import { DEFAULT_HELP, sortLinesByZone } from "~/domain/safety/care";
import { findCrisis } from "~/domain/safety/crisis";
import { countCrisis, crisisCount, detectCrisis, entryCareNote } from "~/domain/safety/detect-crisis.server";
import { parseHelpFile } from "~/domain/safety/help-lines.server";
import { BOOKS } from "~/domain/scripture/bible/bible-books";
import { lastVerse, verseText } from "~/domain/scripture/bible/references.server";
import { setClock } from "~/platform/clock";

const DAY = "2026-11-21";
const at = (moment: string) => setClock(() => new Date(moment));
const writing = (body: string, passageRef = "") => ({
  kind: "free" as const,
  slot: "none" as const,
  forDate: DAY,
  promptSet: "",
  promptIds: [],
  passageRef,
  content: { ...EMPTY_CONTENT, body },
});
const HEAVY = "I want to die.";
let member: Member;
beforeEach(async () => {
  at(`${DAY}T10:00:00Z`);
  member = await createMember({ timezone: "Europe/London" });
});

const finish = async (body: string, passageRef?: string, submission?: string) => {
  const result = await finishEntry(member, writing(body, passageRef), { submission });
  if (!result.ok) throw new Error(result.code);
  const entry = await readEntry(member, result.id);
  if (!entry) throw new Error("not kept");
  return entry;
};

describe("entries with a crisis signal", () => {
  it("are saved, show a help note for a day, and are counted anonymously", async () => {
    const entry = await finish(HEAVY);
    expect(await entryCareNote(member, entry)).toMatchObject({ level: 2, about: "self" });
    expect((await entryCareNote(member, entry))?.help.lines[0]?.number).toBe("116 123");
    expect(await crisisCount(DAY)).toBe(1);
    expect(await CrisisDailyCountModel.find().lean()).toEqual([{ _id: DAY, gentle: 0, urgent: 1 }]);
    at("2026-11-22T09:59:00Z");
    expect(await entryCareNote(member, entry)).not.toBeNull();
    at("2026-11-22T10:01:00Z");
    expect(await entryCareNote(member, entry)).toBeNull();
  });

  it("are counted once per form, and again only for a higher level", async () => {
    const entry = await finish(HEAVY, "", "form-1");
    await finish(HEAVY, "", "form-1");
    expect(await crisisCount(DAY)).toBe(1);
    const edit = (body: string, version: number) =>
      editEntry(member, entry.id, { title: "", body, tags: [], mood: "", answers: {} }, version);
    await edit(`${HEAVY} It rained.`, 1);
    expect(await crisisCount(DAY)).toBe(1);
    await edit("It rained.", 2);
    await edit("It rained. I will kill myself.", 3);
    expect(await crisisCount(DAY)).toBe(2);
  });

  it("show a gentle line for a gentle signal, and nothing for a lament", async () => {
    expect(await entryCareNote(member, await finish("I can't go on."))).toMatchObject({ level: 1 });
    expect(await entryCareNote(member, await finish("How long, O Lord?"))).toBeNull();
    expect(await CrisisDailyCountModel.findById(DAY).lean()).toMatchObject({ gentle: 1, urgent: 0 });
  });

  it("ignore quotations of the prayed passage", async () => {
    const words = "take, I beg you, my life from me; for it is better for me to die than to live";
    expect(await entryCareNote(member, await finish(words, "Jonah 4:1-4"))).toBeNull();
    expect((await detectCrisis("Kill me, I beg you. Kill myself.", ["Numbers 11:10-15"])).level).toBe(2);
  });

  it("show no note in the trash or when unreadable", async () => {
    const entry = await createEntry(member, { content: { body: HEAVY }, deletedAt: new Date() });
    const read = await readEntry(member, entry._id);
    expect(read && (await entryCareNote(member, read))).toBeNull();
    expect(read && (await entryCareNote(member, { ...read, deletedAt: null, content: null }))).toBeNull();
  });

  it("are all counted when saved concurrently", async () => {
    await Promise.all(Array.from({ length: 20 }, () => countCrisis({ level: 2, about: "self" })));
    expect(await crisisCount(DAY)).toBe(20);
    expect(await crisisCount("2026-11-20")).toBe(0);
  });
});

describe("numbers of the operator", () => {
  it("replace the defaults that the file names, and keep the others", () => {
    const line = { where: "Austria", who: "Telefonseelsorge", number: "142", how: "Day and night." };
    const { help, phrases } = parseHelpFile(JSON.stringify({ lines: [line], phrases: ["blue house"] }));
    expect(help).toEqual({ ...DEFAULT_HELP, lines: [{ ...line, dial: "142" }] });
    expect(phrases).toEqual(["blue house"]);
  });

  it.each([
    ["{", /is not JSON/],
    ['{"lines":[]}', /lines/],
    ['{"lines":[{"where":"Austria"}]}', /lines\.0\.who/],
    ['{"directory":{"name":"x","href":"javascript:alert(1)"}}', /directory\.href/],
    ['{"numbers":[]}', /help-lines\.json/],
  ])("are rejected when invalid: %s", (source, message) => {
    expect(() => parseHelpFile(source)).toThrow(message);
  });

  it("are sorted by time zone, without omissions", () => {
    const first = (zone: string) => sortLinesByZone(DEFAULT_HELP.lines, zone)[0]?.number;
    expect([first("Europe/London"), first("America/Chicago"), first("Asia/Tokyo")]).toEqual([
      "116 123",
      "988",
      "988",
    ]);
    expect(sortLinesByZone(DEFAULT_HELP.lines, "Europe/London")).toHaveLength(DEFAULT_HELP.lines.length);
  });
});

describe("verses of the Bible", () => {
  it("contain no urgent signal", { tags: ["release"] }, () => {
    const found: string[] = [];
    let verses = 0;
    for (const book of BOOKS) {
      for (let chapter = 1; lastVerse(book, chapter) > 0; chapter++) {
        for (let verse = 1; verse <= lastVerse(book, chapter); verse++) {
          verses += 1;
          if (findCrisis(verseText(book, chapter, verse) ?? "").level === 2)
            found.push(`${book} ${chapter}:${verse}`);
        }
      }
    }
    expect(verses).toBeGreaterThan(31_000);
    expect(found).toEqual([]);
  });
});

describe("verses of the books with laments", () => {
  it.each(["Job", "Ps", "Eccl", "Jer", "Lam", "Jonah", "Hab", "Mark", "2Cor"])(
    "%s contains no crisis signal",
    (book) => {
      const found: string[] = [];
      for (let chapter = 1; lastVerse(book, chapter) > 0; chapter++) {
        for (let verse = 1; verse <= lastVerse(book, chapter); verse++) {
          const { level } = findCrisis(verseText(book, chapter, verse) ?? "");
          if (level > 0) found.push(`${book} ${chapter}:${verse}`);
        }
      }
      // "I am terrified at his presence … I am afraid of him" triggers only the gentle line, which does no harm.
      expect(found).toEqual(book === "Job" ? ["Job 23:15"] : []);
    },
  );
});
