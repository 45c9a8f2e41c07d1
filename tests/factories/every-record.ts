import { AlertModel } from "#models/alert.server";
import { TrialKeyModel } from "#models/plans.server";
import { createEntry } from "#tests/factories/journal-entry";
import { uploadJournal } from "#tests/support/upload-journal";
import { makeBackup } from "~/domain/administration/backups.server";
import { readLibrary, savePrompt } from "~/domain/administration/library.server";
import { startThread } from "~/domain/coaches/threads.server";
import { addIntentions } from "~/domain/journal/prayers/change-intentions.server";
import { listIntentions } from "~/domain/journal/prayers/list-intentions.server";
import type { Member } from "~/domain/member/member";
import { createTrialKeys } from "~/domain/plans/trial-keys/trial-keys.server";
import { calendarFeedUrl, renewCalendarFeed } from "~/domain/reminders/calendar-feed.server";
import { unsubscribeUrl } from "~/domain/reminders/mail/outbox.server";
import { now } from "~/platform/clock";

const lastPart = (address: string) => new URL(address).pathname.split("/").at(-1) ?? "";

/** Creates one record of each kind that has a page, and returns the URL parameters. */
export async function everyRecordOf(member: Member): Promise<Record<string, string>> {
  const entry = await createEntry(member);
  const trashed = await createEntry(member, { deletedAt: now() });
  const thread = await startThread(member, "rhythm", { entryIds: [], passage: "" });
  const file = JSON.stringify({ schema: "still-and-know/journal", version: 1, entries: [] });
  const upload = await uploadJournal(member, "file.json", Buffer.from(file));
  const alert = await AlertModel.create({
    _id: "AAAAAAAAAAAAAAAA",
    rule: "mail-failures",
    severity: "warning",
    state: "open",
    openedAt: now(),
    resolvedAt: null,
    value: 7,
    worst: 7,
    threshold: 5,
    history: [],
  });
  await savePrompt(member, {
    category: "gratitude",
    slot: "any",
    depth: 1,
    text: "Where was water today?",
  });
  const { prompts } = await readLibrary();
  await createTrialKeys(member, {
    tier: "tier1",
    days: 14,
    count: 1,
    maxRedemptions: 1,
    note: "",
  });
  const key = await TrialKeyModel.findOne().lean();
  await addIntentions(member, { names: ["Mum"], line: "", rhythm: { kind: "turn" } });
  const { intentions } = await listIntentions(member);
  await renewCalendarFeed(member);
  const feed = await calendarFeedUrl(member);
  return {
    entryId: entry._id,
    thrownId: trashed._id,
    prayerId: intentions[0]?.id ?? "",
    threadId: thread.ok ? thread.id : "",
    importId: upload.ok ? upload.id : "",
    alertId: alert._id,
    backup: (await makeBackup()).name,
    token: lastPart(unsubscribeUrl("reminders", member.id)),
    file: lastPart(feed ?? ""),
    userId: String(member.id),
    promptId: prompts.find(({ isAdded }) => isAdded)?.id ?? "",
    trialKey: key?._id ?? "",
  };
}
