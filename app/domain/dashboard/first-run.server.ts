import { JournalEntryModel } from "#models/journal-entry.server";
import { setsOffered } from "~/domain/journal/prompt-sets/all";
import type { Member } from "~/domain/member/member";
import { currentSlotOf } from "~/domain/member/today.server";
import { welcomeWords } from "~/domain/support/welcome.server";
import { t } from "~/i18n/t";
import { headingOf } from "./heading";

/** Whether someone is new here and has not yet said how they pray. With entries, imported or made by a command, nobody is. */
export async function isNew({ id: userId, prayer }: Member): Promise<boolean> {
  return (
    prayer.length === 0 &&
    (await JournalEntryModel.exists({ userId, status: "final", deletedAt: null })) === null
  );
}

/** What is said once, when a person's first entry is kept; null with every other. */
export async function wordAfterFirst(
  { id: userId }: Member,
  entryId: string,
  slot: string,
): Promise<string | null> {
  const other = { userId, status: "final" as const, _id: { $ne: entryId } };
  if ((await JournalEntryModel.exists(other)) !== null) return null;
  return slot === "morning" ? t("This evening it will be here again.") : t("Tomorrow it will be here again.");
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
