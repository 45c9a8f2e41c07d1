import { t } from "~/i18n/t";

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
export const USUAL_HELP: Help = {
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
export function linesNearest(lines: readonly HelpLine[], timezone: string): HelpLine[] {
  const isNear = ({ zones = [] }: HelpLine) =>
    zones.some((zone) => (zone.endsWith("/") ? timezone.startsWith(zone) : timezone === zone));
  return [...lines.filter(isNear), ...lines.filter((line) => !isNear(line))];
}
