import type { Help } from "~/domain/support/help-lines";
import { careWords } from "~/words/safety/care";
import type { Crisis } from "./crisis";

/** What a page shows to somebody who may need help: how urgent, of what kind, and whom to call. */
export type Care = { level: 1 | 2; about: NonNullable<Crisis["about"]>; help: Help };

/** The fixed texts of the crisis path, reviewed as they stand (product 2.8). No machine words them anew. */
export const CARE_TEXTS = {
  urgent: {
    self: {
      title: careWords.urgentSelf,
      text: careWords.urgentSelfText,
    },
    others: {
      title: careWords.urgentOthers,
      text: careWords.urgentOthersText,
    },
  },
  gentle: {
    self: {
      title: careWords.thatSoundsHeavy,
      text: careWords.thatSoundsHeavyText,
    },
    harmed: {
      title: careWords.yourSafetyComesFirst,
      text: careWords.yourSafetyComesFirstText,
    },
    someone: {
      title: careWords.youWorryAboutSomebody,
      text: careWords.youWorryAboutSomebodyText,
    },
  },
  /** Nobody was told, nothing was lost, and writing goes on. */
  kept: careWords.whatYouWroteIsKept,
  goOn: careWords.continueWritingPrivately,
  more: careWords.needHelpNow,
} as const;

/** The words for one care. */
export function careText({ level, about }: Pick<Care, "level" | "about">): { title: string; text: string } {
  if (level === 2) return about === "others" ? CARE_TEXTS.urgent.others : CARE_TEXTS.urgent.self;
  return about === "harmed" || about === "someone" ? CARE_TEXTS.gentle[about] : CARE_TEXTS.gentle.self;
}
