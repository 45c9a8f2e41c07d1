import { UserModel } from "#models/user.server";
import { anEdit, aPage, createEntry } from "#tests/factories/journal-entry";
import { sendMessage } from "~/domain/coaches/send-message.server";
import { startThread } from "~/domain/coaches/threads.server";
import { makeInsight } from "~/domain/insights/make-insight.server";
import { addTopic } from "~/domain/journal/conversation/conversation.server";
import { saveDraft } from "~/domain/journal/entries/drafts.server";
import { editEntry, saveExcludedTags } from "~/domain/journal/entries/entries.server";
import { addIntentions } from "~/domain/journal/prayers/change-intentions.server";
import { addOwnPrompt } from "~/domain/journal/prompts/own-prompts.server";
import { indexWords } from "~/domain/journal/vocabulary/maintain-vocabulary.server";
import type { Member } from "~/domain/member/member";
import { exportJournal } from "~/domain/portability/export-journal.server";
import { changeGuidance } from "~/domain/ways/assigned-passages.server";
import { now } from "~/platform/clock";
import { bytesOf } from "./download";
import { ownPlan } from "./own-plan";
import { fileEntry, journalFile, stageImport } from "./upload-journal";

/** The Monday of the week of all records. */
const WEEK = "2026-11-09";

/** Writes one of every encrypted record; the member's plan must permit them. */
export async function writeEverything(member: Member): Promise<void> {
  await UserModel.updateOne({ _id: member.id }, { $set: ownPlan("tier2", now()) });
  const tier2 = { ...member, subscriptionTier: "tier2" as const };
  for (const [at, body] of ["The heron stood.", "Anna called.", "Rain on the roof."].entries())
    await createEntry(member, {
      forDate: `2026-11-1${at}`,
      content: { title: `Title ${at}`, body, tags: ["heron", "Anna"], mood: "gentle" },
    });
  const edited = await createEntry(member, { content: { body: "Before the frost." } });
  await editEntry(member, edited._id, { ...anEdit("After the frost."), tags: ["frost"] }, 1);
  const draft = aPage({ body: "A draft of thanks.", tags: ["thanks"] }, { forDate: "2026-11-12" });
  await saveDraft(member, draft, {});
  await addOwnPrompt(tier2, { text: "Where was the heron?", slot: "any" });
  await makeInsight(member, WEEK);
  await indexWords(member, () => Promise.resolve(true));
  const thread = await startThread(tier2, "rhythm", { entryIds: [], passage: "" });
  if (thread.ok) await sendMessage(tier2, thread.id, "I walk by the water.");
  const rhythm = { kind: "turn" } as const;
  await addIntentions(member, { names: ["Maria of the bakery"], line: "her knee", rhythm });
  await saveExcludedTags(member, ["Secret of mine"]);
  await changeGuidance(member, () => ({ passages: "2026-11-12 John 15:1-8 - the vine of mine" }));
  const line = { date: "2026-11-12", from: "A letter", passage: "", text: "The talk of mine" };
  await addTopic(member, { id: "line", line });
  const letter = fileEntry("letter", { body: "A letter that waits." });
  await stageImport(member, journalFile([letter]), "file.json");
}

/** Texts that `writeEverything` encrypts, one of each kind in an exported journal. */
export const SEALED_WORDS = [
  "The heron stood.",
  "Title 2",
  "Before the frost.",
  "After the frost.",
  "A draft of thanks.",
  "Where was the heron?",
  "I walk by the water.",
  "Maria of the bakery",
  "her knee",
  "the vine of mine",
  "The talk of mine",
];

/** The member's JSON export. */
export async function exportAsJson(member: Member): Promise<string> {
  return (await bytesOf(await exportJournal(member, "json"))).toString("utf8");
}
