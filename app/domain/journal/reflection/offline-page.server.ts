import { ownerMark } from "~/domain/operations/saved-posts.server";
import { findPassage } from "~/domain/scripture/passages.server";
import { openFlow } from "./flow.server";
import { promptNamed } from "~/domain/journal/prompts/prompt-library";
import { dayFor, currentSlotOf } from "./today.server";
import type { Member } from "~/domain/member/member";
import type { DaySlot } from "~/domain/member/prayer-times";
import type { OfflinePage, OfflineReflection } from "./offline-page";
import { t } from "~/i18n/t";

const SLOTS = ["morning", "evening"] as const satisfies DaySlot[];
/** Replaces a person's own question, which must not be kept on a device. */
const OWN_QUESTION = t("Your own question for today");

/** What a page without a connection needs to be written on. Own questions of a person stay on the server. */
export async function offlinePage(member: Member): Promise<OfflinePage> {
  const { date, slot } = currentSlotOf(member);
  return {
    owner: ownerMark(member.id),
    date,
    due: slot,
    reflections: await Promise.all(SLOTS.map((each) => reflectionOf(member, each))),
    free: {
      title: t("A free page"),
      fields: [{ key: "body", label: t("What is on your mind?") }],
    },
  };
}

async function reflectionOf(member: Member, slot: DaySlot): Promise<OfflineReflection> {
  const forDate = dayFor(member, slot);
  const { flow } = await openFlow(member, slot, forDate);
  const [variant = ""] = flow.promptIds;
  const isOwn = flow.kind === "prompt" && !promptNamed(variant);
  const passage = findPassage(flow.passageRef, member.prayer.translation);
  return {
    slot,
    path: `/journal/${slot}`,
    title: flow.title,
    forDate,
    variant,
    fields: flow.fields.map(({ key, label, hint }) => ({ key, label: isOwn ? OWN_QUESTION : label, hint })),
    passage: passage
      ? { reference: passage.reference, lines: passage.verses.flatMap(({ text }) => text.split("\n")) }
      : null,
  };
}
