import { JournalEntryModel } from "#models/journal-entry.server";
import { setsOffered } from "~/domain/journal/prompt-sets/all";
import type { Member } from "~/domain/member/member";
import { currentSlotOf } from "~/domain/member/today.server";
import { welcomeWords } from "~/domain/support/welcome.server";
import { headingOf } from "./heading";

/** Whether someone is new here and has not yet said how they pray. With entries, imported or made by a command, nobody is. */
export async function isNew({ id: userId, prayer }: Member): Promise<boolean> {
  return (
    prayer.length === 0 &&
    (await JournalEntryModel.exists({ userId, status: "final", deletedAt: null })) === null
  );
}

/** The first questions, each with an answer already. */
export function firstRunOf(member: Member) {
  const { prayer, morningPromptTime, eveningPromptTime, timezone } = member;
  return {
    ...headingOf(member, currentSlotOf(member).date),
    welcome: welcomeWords(),
    sets: setsOffered(member.subscriptionTier),
    firstRun: {
      length: "10",
      promptSetPreference: member.promptSetPreference,
      tradition: prayer.tradition,
      morningPromptTime,
      eveningPromptTime,
      // Where it is unknown the field begins empty, and script fills in the browser's own.
      ...(timezone && { timezone }),
    },
  };
}
