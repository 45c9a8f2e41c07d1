import { existsSync, mkdirSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { UserModel } from "#models/user.server";
import { swordZip, wholeBook } from "#tests/factories/bible-module";
import { createMember } from "#tests/factories/user";
import { savePrayerSettings } from "~/domain/accounts/settings/settings.server";
import { readHealth } from "~/domain/administration/health/health.server";
import { previewDay } from "~/domain/administration/statistics/scripture-stats.server";
import { openReflection } from "~/domain/journal/reflection/reflection.server";
import { memberFrom } from "~/domain/member/current-member.server";
import type { Member } from "~/domain/member/member";
import { SettingsSchema } from "~/domain/portability/file-codecs";
import { importExtras } from "~/domain/portability/import-extras.server";
import { exportSettings } from "~/domain/portability/write-json.server";
import { availablePlans, plannedPassage, planNote } from "~/domain/scripture/passages/passage-plan";
import { findPassage, passageOfDay } from "~/domain/scripture/passages/passages.server";
import {
  planProblems,
  plansReady,
  scanPlansFolder,
} from "~/domain/scripture/reading-plans/plans-folder.server";
import { biblesReady, scanBiblesFolder } from "~/domain/scripture/translations/bibles-folder.server";
import { setClock } from "~/platform/clock";
import { env } from "~/platform/env.server";

const folder = path.join(env.DATA_DIR, "plans");
const cache = path.join(env.DATA_DIR, "cache", "plans");
const writePlan = (name: string, text: string | Buffer) => writeFileSync(path.join(folder, name), text);
async function scan() {
  scanPlansFolder();
  await plansReady();
}

beforeEach(async () => {
  setClock(() => new Date("2026-06-10T09:00:00Z"));
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  await scan();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const season = (date: string) => plannedPassage({ plan: "season", since: "", showSeason: true }, date);
const own = (date: string, since = "") =>
  plannedPassage({ plan: "own:parish", since, showSeason: true }, date);
async function offer(text: string): Promise<void> {
  writePlan("parish.txt", text);
  await scan();
}
const choose = async (member: Member) => {
  const saved = await savePrayerSettings(member, { passagePlan: "own:parish" });
  return saved.ok ? saved.member : expect.fail(saved.code);
};

describe("an operator’s reading plan", () => {
  it("can be chosen while its file exists, and is read by date", async () => {
    const head = "name,St Mary’s\ndescription,What we read on Sundays.\n";
    writePlan("parish.csv", `${head}2026-11-29,Isa 2:1-5\n2026-12-25,Jn 1:1-14\n12-27,1 John 1\n`);
    await scan();
    const member = await createMember();
    expect(member.subscriptionTier).toBe("free");
    expect(availablePlans("free", "season")).toMatchObject({
      plans: [
        { plan: "season" },
        { plan: "own:parish", name: "St Mary’s", description: "What we read on Sundays." },
      ],
      chosen: "season",
      note: null,
    });
    const { prayer, ...rest } = await choose(member);
    expect(prayer.passagePlan).toBe("own:parish");
    expect(own("2026-11-29")).toBe("Isaiah 2:1-5");
    // Great feasts have their own passage, a line without a year applies every year, and other days have the season's.
    expect(own("2026-12-25")).toBe("John 1:1-14");
    expect([own("2026-12-27"), own("2031-12-27")]).toEqual(["1 John 1", "1 John 1"]);
    expect(own("2026-12-01")).toBe(season("2026-12-01"));
    const here = { ...rest, prayer } as Member;
    expect(passageOfDay(here, "morning", "2026-11-29")?.reference).toBe("Isaiah 2:1–5");
    const { readings } = previewDay("2026-11-29");
    const expected = { plan: "St Mary’s", reference: "Isaiah 2:1-5", verses: 5, isReadable: true };
    expect(readings.at(-1)).toEqual(expected);
    expect((await readHealth()).plans).toEqual(["St Mary’s"]);
  });

  it("starts on the chosen day, pauses on great feasts and repeats when it has day numbers", async () => {
    await offer("1 Ruth 1\n2 Ruth 2\n4 Ruth 4\n");
    const days = [23, 24, 25, 26, 27, 28, 29].map((day) => `2026-12-${day}`);
    expect(days.map((date) => own(date, "2026-12-23"))).toEqual([
      "Ruth 1",
      season("2026-12-24"),
      season("2026-12-25"),
      "Ruth 2",
      season("2026-12-27"),
      "Ruth 4",
      "Ruth 1",
    ]);
    const chosen = await choose(await createMember());
    expect(chosen.prayer.planSince).toMatch(/^\d{4}-\d{2}-\d{2}$/);
  });

  it("falls back to the season when its file is deleted, and stays chosen", async () => {
    await offer("1 Ruth 1:1-5\n");
    const member = await choose(
      await createMember({ subscriptionTier: "tier2", promptSetPreference: "lectio_examen" }),
    );
    const address = { date: null, step: null, pack: null, all: null };
    expect(await openReflection(member, "morning", address)).toMatchObject({
      passage: { reference: "Ruth 1:1–5" },
      planNote: null,
    });
    rmSync(path.join(folder, "parish.txt"));
    await scan();
    const { flow, planNote: note } = await openReflection(member, "morning", address);
    expect(flow.passageRef).toBe(season(flow.forDate));
    expect(note).toContain("“parish” is not here");
    expect(planNote(member.prayer, flow.forDate)).toBe(note);
    expect(availablePlans("free", "own:parish")).toMatchObject({ chosen: "own:parish", note });
    expect(await savePrayerSettings(member, { passagePlan: "own:parish" })).toMatchObject({ ok: true });
    expect(await savePrayerSettings(member, { passagePlan: "own:other" })).toEqual({
      ok: false,
      code: "unknown_plan",
    });
    await offer("1 Ruth 1:1-5\n");
    expect(own(flow.forDate)).toBe("Ruth 1:1-5");
  });

  it("is imported as the chosen plan only when its file exists", async () => {
    await offer("1 Ruth 1:1-5\n");
    const settings = SettingsSchema.parse(await exportSettings(await choose(await createMember())));
    const importFile = async () => {
      const member = await createMember();
      const extras = { drafts: [], ownPrompts: [], promptSwaps: [], conversation: [], settings };
      await importExtras(member, extras, true);
      const record = await UserModel.findById(member.id).lean();
      return memberFrom(record ?? expect.fail()).prayer.passagePlan;
    };
    expect(await importFile()).toBe("own:parish");
    rmSync(path.join(folder, "parish.txt"));
    await scan();
    expect(await importFile()).toBe("season");
  });

  it(
    "reads a book that only an added translation has, and reports it while no translation has it",
    { tags: ["release"] },
    async () => {
      await offer("1 Tobit 4:1-2\n");
      expect(own("2026-06-10")).toBe(season("2026-06-10"));
      const { prayer } = await choose(await createMember());
      expect(planNote(prayer, "2026-06-10")).toContain("Tobit 4:1-2");
      expect(planProblems()).toEqual([{ name: "parish", words: expect.stringContaining("Tobit") as string }]);
      const bibles = path.join(env.DATA_DIR, "bibles");
      mkdirSync(bibles, { recursive: true });
      const module = swordZip({ verses: wholeBook("KJVA", "Tob"), versification: "KJVA" });
      writeFileSync(path.join(bibles, "deutero.zip"), module);
      scanBiblesFolder();
      await biblesReady();
      expect(own("2026-06-10")).toBe("Tobit 4:1-2");
      expect(planProblems()).toEqual([]);
      rmSync(bibles, { recursive: true });
      scanBiblesFolder();
    },
  );

  it("is cached after a check, and checked again when its file or the cache changes", async () => {
    await offer("1 Ruth 1\n");
    const offerChanged = () => {
      writePlan("parish.txt", "1 Ruth 2\n");
      utimesSync(path.join(folder, "parish.txt"), new Date(2026, 1, 1), new Date(2026, 1, 1));
      return scan();
    };
    const cacheFiles = () => readdirSync(cache).filter((name) => name.startsWith("parish"));
    const [first] = cacheFiles();
    // The cached result is available at once.
    scanPlansFolder();
    expect(own("2026-06-10")).toBe("Ruth 1");
    await offerChanged();
    expect(own("2026-06-10")).toBe("Ruth 2");
    expect(cacheFiles()).toHaveLength(1);
    expect(cacheFiles()).not.toEqual([first]);
    // A truncated cache is checked again.
    const [name = ""] = cacheFiles();
    rmSync(path.join(folder, "parish.txt"));
    await scan();
    writeFileSync(path.join(cache, name), '{"name":');
    await offerChanged();
    expect(own("2026-06-10")).toBe("Ruth 2");
  });

  it("is offered if its file is valid, and reported with the reason otherwise", async () => {
    writePlan("good.tsv", "1\tPsalm 1\n");
    mkdirSync(path.join(folder, "folder.txt"));
    const refused: Record<string, [file: string | Buffer, words: RegExp]> = {
      "a b.txt": ["1 Psalm 1\n", /./],
      "good.txt": ["1 Psalm 1\n", /./],
      "half.txt": ["1 Psalm 1; 2 Gnesis 3\n", /not a passage/],
      "huge.txt": ["x".repeat(256_001), /256 KB/],
      "latin.csv": [Buffer.from("name,Lesungen f\xfcr uns\n1,Psalm 1\n", "latin1"), /UTF-8/],
      "long.txt": ["1 Psalm 1\n2 Genesis 1-50\n", /Line 2/],
      "none.txt": ["1 John 99\n", /./],
      "odd.txt": ["1 Psalm 1\n2 Gnesis 3\n", /Line 2.*Gnesis 3/],
      "sheet.xlsx": ["PK", /./],
      "two.txt": ["1 Isaiah 2:1-5; Matthew 24:36-44\n", /one book/],
    };
    for (const [name, [file]] of Object.entries(refused)) writePlan(name, file);
    await scan();
    expect(availablePlans("free", "season").plans.map(({ plan }) => plan)).toEqual(["season", "own:good"]);
    const faults = Object.fromEntries(planProblems().map(({ name, words }) => [name, words]));
    expect(faults).toEqual({
      "folder.txt": expect.any(String) as string,
      ...Object.fromEntries(
        Object.entries(refused).map(([name, [, words]]) => [name, expect.stringMatching(words)]),
      ),
    });
    const { checks } = await readHealth();
    expect(checks.filter(({ state }) => state === "look").map(({ what }) => what)).toContain("odd.txt");
    // A second scan uses the cached problems.
    scanPlansFolder();
    expect(planProblems()).toHaveLength(11);
    expect(existsSync(path.join(folder, "odd.txt"))).toBe(true);
  });

  it("normalises references, so that entries find their chapters", async () => {
    await offer("1 Ps 23\n2 Isa 40:1-5,9-11\n3 Mk 1:1-2:3\n4 1 Cor 13,4-7\n5 Song 2:8-13\n6 Jude 3-5\n");
    expect(planProblems()).toEqual([]);
    const read = Array.from({ length: 6 }, (_, day) => own(`2026-06-${10 + day}`, "2026-06-10"));
    expect(read).toEqual([
      "Psalm 23",
      "Isaiah 40:1-5,9-11",
      "Mark 1:1-2:3",
      "1 Corinthians 13:4-7",
      "Song of Solomon 2:8-13",
      "Jude 1:3-5",
    ]);
    for (const reference of read) expect(findPassage(reference)?.verses.length, reference).toBeGreaterThan(2);
  });
});
