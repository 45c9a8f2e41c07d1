import { t } from "~/i18n/t";
import type { Crisis } from "./crisis";

/** What a page shows to someone who may need help: how urgent, of what kind, and who to call. */
export type Care = { level: 1 | 2; about: NonNullable<Crisis["about"]>; help: Help };

/** The fixed texts of the crisis path, reviewed word for word. No machine rewords them. */
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
  /** No one was told, nothing was lost, and writing continues. */
  kept: t("What you wrote is kept. Nobody has been told."),
  goOn: t("Continue writing privately"),
  more: t("Need help now?"),
} as const;

/** The words for one care. */
export function careText({ level, about }: Pick<Care, "level" | "about">): { title: string; text: string } {
  if (level === 2) return about === "others" ? CARE_TEXTS.urgent.others : CARE_TEXTS.urgent.self;
  return about === "harmed" || about === "someone" ? CARE_TEXTS.gentle[about] : CARE_TEXTS.gentle.self;
}

/** People who listen, by country. One place, for every page that names them. */
export type HelpLine = {
  where: string;
  who: string;
  /** As it is written, and as it is dialled. */
  number: string;
  dial: string;
  how: string;
  /** Time zones, or their prefixes, where this line is named first. */
  zones?: string[];
};

/** In immediate danger: who to call where. */
type EmergencyNumber = { where: string; number: string };

/** Everything that a page of help names. */
export type Help = {
  emergency: EmergencyNumber[];
  lines: HelpLine[];
  /** For every other country. */
  directory: { name: string; href: string };
};

/** What is named where the operator has set nothing else. 112 is answered in every country of the European Union. */
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

/** The lines with those first that may be the person's own; the others stay, because a time zone is not a country. */
export function sortLinesByZone(lines: readonly HelpLine[], timezone: string): HelpLine[] {
  const isNear = ({ zones = [] }: HelpLine) =>
    zones.some((zone) => (zone.endsWith("/") ? timezone.startsWith(zone) : timezone === zone));
  return [...lines.filter(isNear), ...lines.filter((line) => !isNear(line))];
}
