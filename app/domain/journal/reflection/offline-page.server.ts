import * as addresses from "~/addresses";
import type { FlowField } from "~/domain/journal/prompt-sets/flow-shape";
import { promptNamed } from "~/domain/journal/prompts/prompt-library";
import type { Member } from "~/domain/member/member";
import type { DaySlot } from "~/domain/member/prayer-times";
import { currentSlotOf, dayOpenedNow } from "~/domain/member/today.server";
import { ownerMark } from "~/domain/operations/saved-posts.server";
import { findPassage } from "~/domain/scripture/passages/passages.server";
import { t } from "~/i18n/t";
import { openFlow } from "./flow.server";
import type { OfflinePage, OfflineReflection } from "./offline-page";
import { isOwn, variantOf } from "./own-shape";

const SLOTS = ["morning", "evening"] as const satisfies DaySlot[];
/** Replaces a person's own question, which must not be kept on a device. */
const OWN_QUESTION = t("Your own question for today");
const numbered = (number: number) => t("Your own question, number {number}", { number });

/** What a page needs for writing offline. A person's own questions stay on the server. */
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
  const forDate = dayOpenedNow(member, slot);
  const { flow } = await openFlow(member, slot, forDate);
  const isOfLibrary = flow.promptIds.some((id) => promptNamed(id) !== undefined);
  const isWithheld = ({ key }: FlowField) => isOwn(key) || (key === "answer" && !isOfLibrary);
  const withheld = flow.fields.filter(isWithheld);
  const passage = findPassage(flow.passageRef, member.prayer.translation);
  return {
    slot,
    path: addresses.reflection(slot),
    title: flow.title,
    forDate,
    variant: variantOf(flow),
    ...(flow.way?.point && { point: flow.way.point }),
    fields: flow.fields.map((field) => {
      const at = withheld.indexOf(field);
      const label = at < 0 ? field.label : withheld.length > 1 ? numbered(at + 1) : OWN_QUESTION;
      return { key: field.key, label, hint: field.hint };
    }),
    passage: passage
      ? { reference: passage.reference, lines: passage.verses.flatMap(({ text }) => text.split("\n")) }
      : null,
  };
}
