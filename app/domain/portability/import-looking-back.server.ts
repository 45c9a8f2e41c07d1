import { CoachMessageModel } from "#models/coach-message.server";
import { CoachThreadModel } from "#models/coach-thread.server";
import { createMissing, insertMissing } from "#models/db/insert-missing.server";
import { InsightModel } from "#models/insight.server";
import { JournalEntryModel } from "#models/journal-entry.server";
import { coachKeyOf, messageRecord, PLAIN_TALK } from "~/domain/coaches/sealed-messages.server";
import { sealInsight } from "~/domain/insights/sealed-insight.server";
import { insightId } from "~/domain/insights/week/make-insight.server";
import { journalKeys } from "~/domain/journal/entries/sealed-content.server";
import type { Member } from "~/domain/member/member";
import { storeWithinQuota } from "~/domain/operations/journal-quota.server";
import { findPassage } from "~/domain/scripture/passages/passages.server";
import { ownIdFor } from "./known-entries.server";
import { entriesOf, type InsightInFile, type ThreadInFile } from "./looking-back-schema";

/** Conversations that are not here yet, each with an id that no one else has. */
export async function newThreads(member: Member, threads: readonly ThreadInFile[]): Promise<ThreadInFile[]> {
  const keys = journalKeys(member);
  const ids = threads.flatMap(({ id }) => [id, ownIdFor(keys, id)]);
  const taken = await CoachThreadModel.find({ _id: { $in: ids } }, { userId: 1 }).lean();
  const ownerOf = new Map(taken.map(({ _id, userId }) => [_id, userId]));
  return threads.flatMap((thread) => {
    const own = ownIdFor(keys, thread.id);
    if (ownerOf.get(thread.id) === member.id || ownerOf.has(own)) return [];
    return [ownerOf.has(thread.id) ? { ...thread, id: own } : thread];
  });
}

/** Keeps conversations as they were; they can be continued. Existing ones stay. */
export async function keepThreads(member: Member, threads: readonly ThreadInFile[]): Promise<void> {
  const key = coachKeyOf(member);
  const coming = await newThreads(member, threads);
  const here = await entriesHere(
    member,
    coming.flatMap(({ contextEntryIds }) => contextEntryIds),
  );
  for (const { id, messages, ...thread } of coming) {
    // The words first: a conversation without its head is invisible, and the next run writes it again.
    const records = messages.map(({ seq, role: _, at, text, ...message }) =>
      messageRecord(
        key,
        { _id: `${id}-${seq}`, userId: member.id, threadId: id, seq, at: new Date(at) },
        { ...PLAIN_TALK, ...message, text: text ?? "" },
      ),
    );
    await storeWithinQuota(member, records, async (release) =>
      release(await insertMissing(CoachMessageModel, records)),
    );
    const { fixedUntil, passageRef, contextEntryIds } = thread;
    await createMissing(CoachThreadModel, {
      ...thread,
      _id: id,
      userId: member.id,
      passageRef: findPassage(passageRef) ? passageRef : "",
      contextEntryIds: contextEntryIds.flatMap((entryId) => here.get(entryId) ?? []),
      fixedUntil: fixedUntil && new Date(fixedUntil),
    });
  }
}

/** Weeks without an insight here; one that was deleted here stays deleted. */
export async function newInsights(
  member: Member,
  insights: readonly InsightInFile[],
): Promise<InsightInFile[]> {
  const ids = insights.map(({ weekStart }) => insightId(member.id, weekStart));
  const known = await InsightModel.find({ _id: { $in: ids }, status: { $ne: "new" } }, { _id: 1 }).lean();
  const weeks = new Set(known.map(({ _id }) => _id));
  return insights.filter((_, at) => !weeks.has(ids[at] ?? ""));
}

/** Keeps insights as they were made, to be read; their links lead to the entries that came with them. */
export async function keepInsights(member: Member, insights: readonly InsightInFile[]): Promise<void> {
  const coming = await newInsights(member, insights);
  const here = await entriesHere(member, coming.flatMap(entriesOf));
  const idHere = (id: string) => here.get(id) ?? id;
  for (const insight of coming) {
    const { weekStart, engine, endpointHost, feedback, madeAt } = insight;
    const _id = insightId(member.id, weekStart);
    const content = withEntries(insight.content, idHere);
    const made = {
      ...{
        engine,
        endpointHost,
        feedback,
        madeAt,
        status: "ready" as const,
        timezone: member.timezone || "UTC",
      },
      entryIds: entriesOf(insight).map(idHere),
      sealed: sealInsight(member, _id, content),
    };
    await storeWithinQuota(member, [made], async (release) => {
      await createMissing(InsightModel, { _id, userId: member.id, weekStart, status: "new" });
      const { modifiedCount } = await InsightModel.updateOne(
        { _id, status: "new", claim: null },
        { $set: made },
      );
      if (modifiedCount === 0) release();
    });
  }
}

type Content = InsightInFile["content"];

function withEntries(content: Content, idHere: (id: string) => string): Content {
  const led = (list: Content["kept"]) =>
    list.map(({ entryId, text }) => ({ entryId: idHere(entryId), text }));
  const parts = <Part extends { quotations: Content["kept"] }>(list: Part[]) =>
    list.map((part) => ({ ...part, quotations: led(part.quotations) }));
  return {
    ...content,
    kept: led(content.kept),
    gifts: parts(content.gifts),
    threads: parts(content.threads),
    consolation: led(content.consolation),
    desolation: led(content.desolation),
  };
}

/** Which of these entries are here, with the ids they have here. */
async function entriesHere(member: Member, ids: readonly string[]): Promise<Map<string, string>> {
  const keys = journalKeys(member);
  const named = [...new Set(ids)].map((id) => [id, ownIdFor(keys, id)] as const);
  const records = await JournalEntryModel.find(
    { _id: { $in: named.flat() }, userId: member.id },
    { _id: 1 },
  ).lean();
  const mine = new Set(records.map(({ _id }) => _id));
  return new Map(
    named.flatMap((both) => {
      const here = both.find((id) => mine.has(id));
      return here === undefined ? [] : [[both[0], here] as const];
    }),
  );
}
