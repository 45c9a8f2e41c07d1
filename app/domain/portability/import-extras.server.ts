import { createMissing } from "#models/db/insert-missing.server";
import { JournalEntryModel } from "#models/journal-entry.server";
import { PromptSwapModel } from "#models/prompt-swap.server";
import { UserModel } from "#models/user.server";
import { DAY } from "~/domain/calendar/durations";
import { daysBetween } from "~/domain/calendar/local-day";
import { zoneNamed } from "~/domain/calendar/time-zone";
import { utcDay } from "~/domain/calendar/utc";
import { keepTopics } from "~/domain/conversation/in-file.server";
import { isBlank, LIMITS, tagsFrom } from "~/domain/journal/entries/content";
import { draftKeyOf } from "~/domain/journal/entries/draft-key";
import { readExcludedTags, saveExcludedTags } from "~/domain/journal/entries/excluded-tags.server";
import {
  journalKeys,
  marksOf,
  pictureIdsOf,
  sealContent,
} from "~/domain/journal/entries/sealed-content.server";
import { bringOwnPrompts } from "~/domain/journal/prompts/own-prompts.server";
import { bringShape } from "~/domain/journal/reflection/shape.server";
import type { Member } from "~/domain/member/member";
import { effectivePromptSet } from "~/domain/member/prompt-set";
import { storeWithinQuota } from "~/domain/operations/journal-quota.server";
import { effectivePlan } from "~/domain/scripture/passages/passage-plan";
import { changeGuidance } from "~/domain/ways/guidance.server";
import { now } from "~/platform/clock";
import { importedDraftId, keptPictures } from "./coming-pictures.server";
import { CONTENT_FIELDS } from "./content-in-file";
import type { DraftInFile, PromptSwapInFile } from "./export-schema";
import { apart } from "./file-values";
import type { ParsedUpload } from "./parsed-upload";
import type { SettingsInFile } from "./settings-in-file";

type Beside = Pick<ParsedUpload, "drafts" | "ownPrompts" | "promptSwaps" | "conversation" | "settings">;

/** No exchange of a question is kept for longer, or for a day that is further away. */
const SWAP_DAYS = 60;
const SWAP_KEPT = SWAP_DAYS * DAY;

/** Keeps what comes beside the entries; what a person already has stays as it is, except settings they ask for. */
export async function keepBeside(member: Member, found: Beside, withSettings: boolean): Promise<void> {
  for (const draft of found.drafts) await keepDraft(member, draft);
  const ownIds = await bringOwnPrompts(member, found.ownPrompts);
  for (const swap of found.promptSwaps) await keepSwap(member, swap);
  // An import that waited while this house was updated does not know of them.
  await keepTopics(member, found.conversation ?? []);
  if (withSettings && found.settings) {
    await keepSettings(member, found.settings);
    const { guidance } = found.settings;
    if (guidance) await changeGuidance(member, () => guidance);
    const { shape } = found.settings.prayer;
    if (shape) await bringShape(member, shape, ownIds);
  }
}

/** A draft is imported only where no draft has been begun. */
async function keepDraft(member: Member, draft: DraftInFile): Promise<void> {
  const keys = journalKeys(member);
  const _id = importedDraftId(keys, draft);
  if (await JournalEntryModel.exists({ _id, userId: member.id })) return;
  const kept = await keptPictures(member, [draft]);
  const { content, ...rest } = apart(kept(draft), CONTENT_FIELDS);
  if (isBlank(content)) return;
  const sealed = sealContent(keys, _id, content);
  const record = {
    ...rest,
    _id,
    userId: member.id,
    status: "draft" as const,
    version: 1,
    marks: marksOf(keys, { ...rest, favourite: false }, content),
    sealed,
    pictures: pictureIdsOf(content),
    draftKey: draftKeyOf(rest.slot, rest.forDate, content.prayer),
    savedBy: "",
    deletedAt: null,
  };
  await storeWithinQuota(member, [record], async (release) => {
    if (!(await createMissing(JournalEntryModel, record))) release();
  });
}

async function keepSwap(
  member: Member,
  { date, slot, ids, count, expiresAt }: PromptSwapInFile,
): Promise<void> {
  const latest = new Date(now().getTime() + SWAP_KEPT);
  // One from a clock that is wrong would stay for ever; of other days nothing is ever asked.
  if (expiresAt <= now() || expiresAt > latest || Math.abs(daysBetween(date, utcDay(now()))) > SWAP_DAYS)
    return;
  const _id = `${member.id}|${date}|${slot}`;
  await createMissing(PromptSwapModel, { _id, userId: member.id, date, ids, count, expiresAt });
}

/** Settings, as far as the plan here includes them. */
async function keepSettings(member: Member, settings: SettingsInFile): Promise<void> {
  const {
    promptSetPreference: set,
    rhythm,
    timezone,
    locale,
    theme,
    look,
    reminders,
    weekStart,
    morningPromptTime,
    eveningPromptTime,
  } = settings;
  const { subscriptionTier: tier } = member;
  // A shape names the file's own questions, which have other ids here.
  const { shape: _, ...ways } = settings.prayer;
  const prayer = { ...member.prayer, ...given(ways) };
  const isHeld = effectivePlan(tier, prayer.passagePlan) === prayer.passagePlan;
  const { passagePlan, planSince } = isHeld ? prayer : member.prayer;
  await UserModel.updateOne(
    { _id: member.id },
    {
      $set: {
        morningPromptTime,
        eveningPromptTime,
        ...(effectivePromptSet(tier, set) === set && { promptSetPreference: set }),
        ...(zoneNamed(timezone) && { timezone }),
        ...given({ locale, weekStart, theme }),
        ...(look && { look: { ...member.look, ...given(look) } }),
        ...(reminders && { reminders: { ...member.reminders, ...given(reminders) } }),
        prayer: { ...prayer, passagePlan, planSince },
        rhythm,
      },
    },
  );
  const tags = tagsFrom([...(await readExcludedTags(member)), ...(settings.excludedTags ?? [])].join(","));
  await saveExcludedTags(member, tags.slice(0, LIMITS.tags));
}

/** Only what the file names; the rest stays. */
function given<T extends object>(values: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  const named = Object.entries(values).filter(([, value]) => value !== undefined);
  return Object.fromEntries(named) as { [K in keyof T]: Exclude<T[K], undefined> };
}
