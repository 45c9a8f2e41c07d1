import { afterEach, expect, it } from "vitest";
import { CoachMessageModel, CoachThreadModel } from "#models/coaches.server";
import { PrayerModel } from "#models/prayers.server";
import { OwnPromptModel } from "#models/prompts.server";
import { sealFor, signedIn } from "#tests/factories/sealed";
import { createUser } from "#tests/factories/user";
import { sendMessage } from "~/domain/coaches/send-message.server";
import { startThread } from "~/domain/coaches/threads.server";
import { addIntentions } from "~/domain/journal/prayers/change-intentions.server";
import { addOwnPrompt } from "~/domain/journal/prompts/own-prompts.server";
import type { Member } from "~/domain/member/member";
import { onVisitTasksDone } from "~/domain/operations/on-visit-tasks.server";

afterEach(onVisitTasksDone);

const FORM = "the-same-form";
const countOf = { userId: { $gt: 0 } };

/** Forms that create records, resubmitted after their reply was lost. */
const FORMS: Record<string, [send: (member: Member) => Promise<unknown>, count: () => Promise<number>]> = {
  "a list of intentions": [
    (member) => addIntentions(member, { names: ["Ruth", "Boas"], line: "", rhythm: { kind: "turn" } }, FORM),
    () => PrayerModel.countDocuments(countOf).then((count) => count / 2),
  ],
  "a member's own question": [
    (member) => addOwnPrompt(member, { text: "What was given?", slot: "morning" }, FORM),
    () => OwnPromptModel.countDocuments(countOf),
  ],
  "a conversation with a coach": [
    (member) => startThread(member, "rhythm", { entryIds: [], passage: "" }, FORM),
    () => CoachThreadModel.countDocuments(countOf),
  ],
  "a message to a coach": [
    async (member) => {
      const known = await CoachThreadModel.findOne({ userId: member.id }).lean();
      const thread = known
        ? { ok: true as const, id: known._id }
        : await startThread(member, "rhythm", { entryIds: [], passage: "" });
      if (!thread.ok) throw new Error(thread.code);
      const sent = await sendMessage(member, thread.id, "I do not sleep well.", { submission: FORM });
      if (!sent.ok) throw new Error(sent.code);
    },
    // A conversation with one message has three records: the first question, the message, and the reply.
    () => CoachMessageModel.countDocuments(countOf).then((count) => count / 3),
  ],
};

it.each(Object.entries(FORMS))(
  "accepts %s once when it was answered before sealing and is resubmitted afterwards",
  async (_what, [send, count]) => {
    const open = await signedIn(await createUser({ subscriptionTier: "tier2" }));
    await send(open.member);
    expect(await count()).toBe(1);
    const sealed = await sealFor(open);
    await send(sealed.member);
    expect(await count()).toBe(1);
  },
);

it("treats changed text in a resubmitted form as another submission", async () => {
  const { member } = await signedIn(await createUser());
  for (const text of ["What was given?", "What was given?", "What was hard?"])
    expect(await addOwnPrompt(member, { text, slot: "morning" }, FORM)).toEqual({ ok: true });
  expect(await OwnPromptModel.countDocuments(countOf)).toBe(2);
});
