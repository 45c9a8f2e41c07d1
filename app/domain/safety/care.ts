import { t } from "~/i18n/t";
import type { Crisis } from "./crisis";

/** A help note for a page: urgency, subject and telephone numbers. */
export type Care = { level: 1 | 2; about: NonNullable<Crisis["about"]>; help: Help };

/** Fixed texts of the crisis path, reviewed word for word. No model rewords them. */
export const CARE_TEXTS = {
  urgent: {
    self: {
      title: t("You matter; please talk to someone now"),
      text: t(
        "What you wrote sounds as if you may be in danger. You do not have to carry this alone, and you do not have to explain it well. Please call one of these numbers, or go to a person who is near.",
      ),
    },
    others: {
      title: t("Please talk to someone now"),
      text: t(
        "What you wrote sounds as if someone could be hurt. Put distance between you, and please call one of these numbers before anything else. They listen without judging.",
      ),
    },
  },
  gentle: {
    self: {
      title: t("That sounds heavy"),
      text: t("If it gets too much, people are there who listen, day and night."),
    },
    harmed: {
      title: t("Your safety comes first"),
      text: t(
        "What is being done to you is not your fault, and no vow, no duty and no forgiveness asks you to stay where you are harmed.",
      ),
    },
    someone: {
      title: t("You are worried about someone"),
      text: t(
        "Ask them plainly, stay with them, and call together. The people on these lines speak with friends and families too.",
      ),
    },
  },
  kept: t("What you wrote is kept. Nobody has been told."),
  goOn: t("Continue writing privately"),
  more: t("Need help now?"),
} as const;

export function careText({ level, about }: Pick<Care, "level" | "about">): { title: string; text: string } {
  if (level === 2) return about === "others" ? CARE_TEXTS.urgent.others : CARE_TEXTS.urgent.self;
  return about === "harmed" || about === "someone" ? CARE_TEXTS.gentle[about] : CARE_TEXTS.gentle.self;
}

/** A helpline and the country that it serves. */
type HelpLine = {
  where: string;
  who: string;
  /** `number` is for display, `dial` for the tel: link. */
  number: string;
  dial: string;
  how: string;
  /** Time zones that list this line first; a prefix ends in "/". */
  zones?: string[];
};

type EmergencyNumber = { where: string; number: string };

/** Numbers on the safety page and in help notes. */
export type Help = {
  emergency: EmergencyNumber[];
  lines: HelpLine[];
  /** Directory for all other countries. */
  directory: { name: string; href: string };
};

/**
 * Default numbers, replaced by those in `help-lines.json`. 112 works in every country of the European Union.
 */
export const DEFAULT_HELP: Help = {
  emergency: [
    { where: t("European Union"), number: "112" },
    { where: t("United States and Canada"), number: "911" },
    { where: t("United Kingdom and Ireland"), number: "999" },
  ],
  lines: [
    {
      where: t("United States and Canada"),
      who: t("Suicide and Crisis Lifeline"),
      number: "988",
      dial: "988",
      how: t("Call or text, day and night, free."),
      zones: ["America/", "US/", "Canada/", "Pacific/Honolulu"],
    },
    {
      where: t("United Kingdom and Ireland"),
      who: t("Samaritans"),
      number: "116 123",
      dial: "116123",
      how: t("Call, day and night, free."),
      zones: ["Europe/London", "Europe/Dublin", "Europe/Belfast", "GB", "Eire"],
    },
  ],
  directory: { name: "findahelpline.com", href: "https://findahelpline.com/" },
};

/**
 * Sorts the lines of the member's time zone first. The others stay, because a time zone does not determine
 * the country.
 */
export function sortLinesByZone(lines: readonly HelpLine[], timezone: string): HelpLine[] {
  const isNear = ({ zones = [] }: HelpLine) =>
    zones.some((zone) => (zone.endsWith("/") ? timezone.startsWith(zone) : timezone === zone));
  return [...lines.filter(isNear), ...lines.filter((line) => !isNear(line))];
}
