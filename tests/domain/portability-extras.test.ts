/** @module-tag release */
import { describe, expect, it } from "vitest";
import { CoachMessageModel, CoachThreadModel } from "#models/coaches.server";
import { InsightModel } from "#models/insight.server";
import { JournalEntryModel } from "#models/journal-entry.server";
import { UserModel } from "#models/user.server";
import { anEntry, createEntries } from "#tests/factories/journal-entry";
import { createMember } from "#tests/factories/user";
import { bytesOf } from "#tests/support/download";
import { importFile, journalFile, stageImport } from "#tests/support/upload-journal";
import { addDays } from "~/domain/calendar/local-day";
import { sendMessage } from "~/domain/coaches/send-message.server";
import { deleteThread, readThread, startThread, threadsForExport } from "~/domain/coaches/threads.server";
import { listInsightsForExport, readInsight } from "~/domain/insights/insights.server";
import { makeInsight } from "~/domain/insights/make-insight.server";
import { deleteInsight } from "~/domain/insights/week-actions.server";
import { memberFrom } from "~/domain/member/current-member.server";
import type { Member } from "~/domain/member/member";
import { exportJournal } from "~/domain/portability/export-journal.server";
import { setClock } from "~/platform/clock";

const at = new Date("2026-11-21T10:00:00.000Z");
const WEEK = "2026-11-09";

const importWhole = async (member: Member, file: string) => (await importFile(member, file)).preview;
const createOther = () => createMember({ subscriptionTier: "tier1", timezone: "UTC" });
const exported = async (member: Member) => (await bytesOf(await exportJournal(member, "json"))).toString();
const exportedFile = async <File>(member: Member) => JSON.parse(await exported(member)) as File;

async function threadsOf(member: Member) {
  const threads = [];
  for await (const thread of threadsForExport(member)) threads.push(thread);
  return threads;
}

/** A member with a week of entries, its insight, and a conversation about two of them. */
async function createMemberWithHistory() {
  setClock(() => at);
  const member = await createMember({ subscriptionTier: "tier1", timezone: "UTC", weekStart: 1 });
  await createEntries(
    [0, 1, 2, 3, 4].map((n) =>
      anEntry(member, {
        forDate: `2026-11-1${n}`,
        kind: "habit",
        slot: "morning",
        createdAt: new Date(`2026-11-1${n}T07:00:00.000Z`),
        content: {
          body: "",
          answers: [{ key: "thanks", question: "I thank God for…", text: `the rain of day ${n}` }],
        },
      }),
    ),
  );
  const entries = await JournalEntryModel.find({ userId: member.id }).sort({ forDate: 1 }).lean();
  await makeInsight(member, WEEK);
  const started = await startThread(member, "listener", {
    entryIds: entries.slice(0, 2).map(({ _id }) => _id),
    passage: "Psalm 46:10",
  });
  if (!started.ok) throw new Error(started.code);
  await sendMessage(member, started.id, "The canary sings at dawn.");
  await sendMessage(member, started.id, "And again at dusk.");
  return { member, entries, threadId: started.id };
}

it("stages hundreds of long drafts in batches", async () => {
  const member = await createMember();
  const drafts = Array.from({ length: 300 }, (_, at) => ({
    ...{ slot: "none", forDate: addDays("2025-01-01", at), kind: "free" },
    ...{ createdAt: "2025-11-01T10:00:00Z", updatedAt: "2025-11-01T10:00:00Z" },
    body: `Draft ${at} ${"long ".repeat(18_000)}`,
  }));
  expect((await stageImport(member, journalFile([], { drafts }))).preview).toMatchObject({ drafts: 300 });
});

describe("extras of an import", () => {
  it("restores conversations and insights in another account with links to the imported entries", async () => {
    const { member: from, entries, threadId } = await createMemberWithHistory();
    const file = await exported(from);
    expect(file).toContain("The canary sings at dawn.");
    for (const secret of ["sealed", '"about"', "aiModel"]) expect(file).not.toContain(secret);

    const to = await createOther();
    expect(await importWhole(to, file)).toMatchObject({ coming: 5, threads: 1, insights: 1 });
    const [before] = await threadsOf(from);
    const [after, ...others] = await threadsOf(to);
    expect(others).toEqual([]);
    // The first account still has these ids, so the second gets derived ones.
    expect(after?.id).not.toBe(threadId);
    const mine = await JournalEntryModel.find({ userId: to.id }).sort({ forDate: 1 }).lean();
    const idOf = new Map(entries.map(({ _id }, n) => [_id, mine[n]?._id ?? ""]));
    expect(after?.contextEntryIds).toEqual(before?.contextEntryIds.map((id) => idOf.get(id)));
    const textsOf = (thread: typeof before) =>
      thread?.messages.map(({ seq, role, at, kind, engine, note, text }) => ({
        ...{ seq, role, at, kind, engine, note, text },
      }));
    expect(textsOf(after)).toEqual(textsOf(before));
    expect(after).toMatchObject({
      coachKey: "listener",
      passageRef: "Psalm 46:10",
      createdAt: before?.createdAt,
      updatedAt: before?.updatedAt,
    });
    // The imported conversation can be continued.
    expect(await sendMessage(to, after?.id ?? "", "It goes on.")).toEqual({ ok: true });
    expect((await readThread(to, after?.id ?? ""))?.messages).toHaveLength(7);

    const [week] = await listInsightsForExport(from);
    const shown = await readInsight(to, WEEK);
    expect(shown).toMatchObject({ status: "ready", engine: "rules", entries: 5 });
    expect(shown?.content?.gifts.flatMap(({ quotations }) => quotations)).toEqual(
      week?.gifts
        .flatMap(({ quotations }) => quotations)
        .map(({ entryId, text }) => ({ text, entryId: idOf.get(entryId) })),
    );
    expect(
      (await listInsightsForExport(to)).map(({ question, passage, madeAt }) => [question, passage, madeAt]),
    ).toEqual([[week?.question, week?.passage, week?.madeAt]]);
  });

  it("restores the account it was exported from, without duplicates when imported again", async () => {
    const { member, threadId } = await createMemberWithHistory();
    const file = await exported(member);
    await JournalEntryModel.deleteMany({ userId: member.id });
    await InsightModel.deleteMany({ userId: member.id });
    await deleteThread(member, threadId);
    expect(await importWhole(member, file)).toMatchObject({ coming: 5, threads: 1, insights: 1 });
    expect(await exportedFile(member)).toEqual(JSON.parse(file));
    expect(await importWhole(member, file)).toMatchObject({ coming: 0, known: 5, threads: 0, insights: 0 });
    expect(await CoachThreadModel.countDocuments({ userId: member.id })).toBe(1);
    expect(await CoachMessageModel.countDocuments({ userId: member.id })).toBe(5);
  });

  it("restores no deleted insight and overwrites no existing one", async () => {
    const { member } = await createMemberWithHistory();
    const file = await exported(member);
    await deleteInsight(member, WEEK);
    expect(await importWhole(member, file)).toMatchObject({ insights: 0 });
    expect((await readInsight(member, WEEK))?.status).toBe("deleted");
  });

  it("imports a conversation with a stopped answer, message by message", async () => {
    type File = { coachThreads: { messages: { note: string }[] }[] };
    const { member } = await createMemberWithHistory();
    const file = await exportedFile<File>(member);
    const [stopped] = file.coachThreads[0]?.messages.slice(2, 3) ?? [];
    if (stopped) stopped.note = "cut";
    const to = await createOther();
    expect(await importWhole(to, JSON.stringify(file))).toMatchObject({ threads: 1 });
    expect((await threadsOf(to))[0]?.messages.map(({ note }) => note)).toEqual(["", "", "cut", "", ""]);
    const [thread] = (await exportedFile<File>(to)).coachThreads;
    const fields = "id,coachKey,createdAt,updatedAt,passageRef,contextEntryIds,fixedUntil,messages";
    expect(Object.keys(thread ?? {}).join()).toBe(fields);
    expect(Object.keys(thread?.messages[2] ?? {}).join()).toBe("seq,role,at,kind,engine,note,text");
  });

  it("imports look and reminders, but no consent", async () => {
    setClock(() => at);
    const from = await createMember({ timezone: "UTC" });
    const $set = {
      ...{ theme: "dark", look: { textSize: "large", serif: true, reducedMotion: false } },
      reminders: { morning: false, evening: true, inApp: true, email: true, push: true, quietDays: [0] },
      aiConsent: { insights: true, coaches: true, at, version: 1 },
      ...{ "insights.mailNotice": true, firstName: "Ruth" },
    } as const;
    await UserModel.updateOne({ _id: from.id }, { $set });
    const user = await UserModel.findById(from.id).lean();
    const file = await exported(user ? memberFrom(user) : from);
    const to = await createMember({ timezone: "UTC", firstName: "" });
    await importWhole(to, file);
    const after = await UserModel.findById(to.id).lean();
    expect(after).toMatchObject({
      theme: "dark",
      look: { textSize: "large", serif: true },
      reminders: { morning: false, evening: true, email: false, push: false, quietDays: [0] },
      firstName: "",
    });
    expect(after?.aiConsent?.insights ?? false).toBe(false);
    expect(after?.insights?.mailNotice ?? false).toBe(false);
  });

  it("skips invalid conversations and insights", async () => {
    const { member } = await createMemberWithHistory();
    type File = { coachThreads: { id: string; messages: { seq: number }[] }[]; insights: object[] };
    const file = await exportedFile<File>(member);
    const [thread] = file.coachThreads;
    const { messages = [] } = thread ?? {};
    file.coachThreads = [
      { ...thread, id: "../x", messages },
      { ...thread, id: "twice", messages: [...messages, { ...messages[0], seq: 0 }] },
      { ...thread, id: "good", messages },
    ];
    file.insights = [{ weekStart: "2026-02-30" }, 7 as unknown as object, ...file.insights];
    const to = await createOther();
    expect(await importWhole(to, JSON.stringify(file))).toMatchObject({ coming: 5, threads: 1, insights: 1 });
  });
});
