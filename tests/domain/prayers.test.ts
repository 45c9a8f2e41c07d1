import { describe, expect, it } from "vitest";
import { deleteUserRecords } from "#models/db/collections.server";
import { PrayerModel, PrayerRotationModel } from "#models/prayers.server";
import { createEntry } from "#tests/factories/journal-entry";
import { createMember } from "#tests/factories/user";
import { bytesOf } from "#tests/support/download";
import { uploadJournal } from "#tests/support/upload-journal";
import { readChosenEntries, readOfferedEntries } from "~/domain/coaches/model-request.server";
import { readSources } from "~/domain/insights/insights.server";
import { listHistory } from "~/domain/journal/history/list-history.server";
import {
  addIntentions,
  exportIntentions,
  layDownIntention,
  restIntention,
  saveIntention,
} from "~/domain/journal/prayers/change-intentions.server";
import type { Intention, Recurrence } from "~/domain/journal/prayers/intention";
import { selectionBesideText, selectionToPray } from "~/domain/journal/prayers/rotation.server";
import type { Member } from "~/domain/member/member";
import { DEFAULT_REMINDERS } from "~/domain/member/preferences";
import type { ExportFormat } from "~/domain/portability/data-texts";
import { exportJournal } from "~/domain/portability/export-journal.server";
import { runImport } from "~/domain/portability/run-import.server";
import { importState } from "~/domain/portability/staged-import.server";
import {
  calendarFeedUrl,
  readCalendarFeed,
  renewCalendarFeed,
} from "~/domain/reminders/calendar-feed.server";
import { claimMail } from "~/domain/reminders/mail/outbox.server";
import { saveReminders, sendDueReminders } from "~/domain/reminders/reminders.server";
import { setClock } from "~/platform/clock";

const RHYTHMS: Recurrence[] = [
  { kind: "turn" },
  { kind: "daily" },
  { kind: "weekdays", weekdays: [0, 3] },
  { kind: "until", until: "2099-01-06" },
  { kind: "yearly", day: "02-29", dayOnly: true },
];

async function listAll(member: Member): Promise<Intention[]> {
  const found: Intention[] = [];
  for await (const intention of exportIntentions(member)) found.push(intention);
  return found;
}
const fileOf = async (member: Member, format: ExportFormat) => bytesOf(await exportJournal(member, format));
const turn = (...names: string[]) => ({ names, line: "", rhythm: { kind: "turn" } as const });
const textOf = async (member: Member, format: ExportFormat) =>
  Buffer.from(await fileOf(member, format)).toString("utf8");

/** An intention for each recurrence, one at rest, and one laid down, with characters that are special in files. */
async function createIntentions(member: Member): Promise<Intention[]> {
  for (const [at, rhythm] of RHYTHMS.entries())
    await addIntentions(member, { names: [`Ruth ${at}: “the –– neighbour”`], line: `'a: #b' ${at}`, rhythm });
  await addIntentions(member, turn("Boas", "Naomi"));
  const all = await listAll(member);
  const named = (name: string) => all.find((each) => each.name === name)?.id ?? "";
  await restIntention(member, named("Boas"));
  await layDownIntention(member, named("Naomi"), "---\nShe came home.\n\n\n");
  return listAll(member);
}

describe("intentions in files", () => {
  it.each<[ExportFormat, string]>([
    ["json", "file.json"],
    ["markdown", "file.zip"],
  ])(
    "are the same after an export and import as %s, in another account of the same server too",
    { tags: ["release"] },
    async (format, name) => {
      const from = await createMember();
      const before = await createIntentions(from);
      expect(before).toHaveLength(7);
      await createEntry(from, { content: { body: "We spoke", prayer: before[0]?.id } });
      const file = await fileOf(from, format);
      const to = await createMember();
      const upload = await uploadJournal(to, name, file);
      if (!upload.ok) throw new Error(upload.code);
      expect((await importState(to, upload.id))?.preview).toMatchObject({
        coming: 1,
        intentions: 7,
        refused: 0,
      });
      expect(await runImport(to, upload.id, { budgetMs: 60_000 })).toBe("done");
      expect(await listAll(to)).toEqual(before);
      expect((await selectionBesideText(to)).length).toBe(3);
      const { entries } = await listHistory(to, { prayer: before[0]?.id });
      expect(entries).toMatchObject([{ content: { body: "We spoke" } }]);
      // A second import adds nothing.
      const again = await uploadJournal(to, name, file);
      if (!again.ok) throw new Error(again.code);
      expect((await importState(to, again.id))?.preview.intentions).toBe(0);
      await runImport(to, again.id, { budgetMs: 60_000 });
      expect(await PrayerModel.countDocuments({ userId: to.id })).toBe(7);
    },
  );

  it("are in the HTML export, and not in the CSV and Day One exports", async () => {
    const member = await createMember();
    await createIntentions(member);
    const page = await textOf(member, "html");
    expect(page).toContain("People and intentions");
    expect(page).toContain("She came home.");
    for (const format of ["csv", "dayone"] as const)
      expect(await textOf(member, format)).not.toContain("Naomi");
  });
});

describe("entries about an intention", () => {
  it("are read by insights and coaches only while the intention is shared", async () => {
    const member = await createMember();
    await addIntentions(member, turn("Ruth"));
    const [ruth] = await listAll(member);
    const id = ruth?.id ?? "";
    const entry = await createEntry(member, { content: { body: "about her", prayer: id } });
    const other = await createEntry(member, { content: { body: "about the day" } });
    const read = async () => [
      (await readSources(member, "2026-11-01", "2026-11-30")).entries.map((each) => each.id).sort(),
      (await readOfferedEntries(member)).map((each) => each.id).sort(),
      (await readChosenEntries(member, [entry._id, other._id])).map((each) => each.id).sort(),
    ];
    const alone = [other._id];
    const both = [entry._id, other._id].sort();
    expect(await read()).toEqual([alone, alone, alone]);
    const words = { name: "Ruth", line: "", rhythm: { kind: "turn" } as const };
    await saveIntention(member, id, { ...words, shared: true });
    expect(await read()).toEqual([both, both, both]);
    await saveIntention(member, id, { ...words, shared: false });
    expect(await read()).toEqual([alone, alone, alone]);
  });
});

describe("reminder emails and calendar feeds", () => {
  it("contain no names or notes of intentions", async () => {
    setClock(() => new Date("2026-11-21T00:00:00Z"));
    try {
      const member = await createMember({ timezone: "UTC", morningPromptTime: "06:00" });
      await addIntentions(member, { names: ["Zebulonite"], line: "Naphtalian", rhythm: { kind: "daily" } });
      await saveReminders(member, { ...DEFAULT_REMINDERS, email: true });
      await renewCalendarFeed(member);
      setClock(() => new Date("2026-11-21T06:00:30Z"));
      await sendDueReminders(new AbortController().signal);
      const mail = JSON.stringify((await claimMail())?.mail);
      expect(mail).toContain("Morning Reflection");
      const token = new URL((await calendarFeedUrl(member)) ?? "").pathname.split(/[/.]/)[2] ?? "";
      const feed = (await readCalendarFeed(token))?.text ?? "";
      expect(feed).toContain("BEGIN:VEVENT");
      expect(mail + feed).not.toMatch(/Zebulonite|Naphtalian/i);
    } finally {
      setClock();
    }
  });
});

describe("the deletion of an account", () => {
  it("deletes intentions and their rotation", async () => {
    const member = await createMember();
    await createIntentions(member);
    await deleteUserRecords(member.id, new AbortController().signal);
    expect(await PrayerModel.countDocuments({ userId: member.id })).toBe(0);
    expect(await PrayerRotationModel.countDocuments({ userId: member.id })).toBe(0);
  });
});

describe("two concurrent windows", () => {
  it("lose neither an intention nor its slot in the rotation", async () => {
    const member = await createMember();
    const names = Array.from({ length: 8 }, (_, at) => `Ruth ${at}`);
    await Promise.all(
      names.map((name) => addIntentions(member, { names: [name], line: "", rhythm: { kind: "daily" } })),
    );
    expect((await listAll(member)).length).toBe(8);
    expect((await selectionToPray(member)).map(({ name }) => name).sort()).toEqual(names);
  });
});
