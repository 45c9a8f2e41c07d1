import { isBlank } from "~/domain/journal/entries/content";
import type { PortableEntry } from "~/domain/portability/foreign-entry";
import type { SkippedItems, StagedEntry } from "~/domain/portability/parsed-upload";
import { t } from "~/i18n/t";

const NAMES = ["mood", "place", "weather", "music"] as const;
type DetailName = (typeof NAMES)[number];
/** Content of an entry that the journal has no field for, in words; several places are a list. */
export type EntryDetails = { [Name in DetailName]?: string | readonly string[] | undefined };

const LABELS: Record<DetailName, string> = {
  mood: t("Mood"),
  place: t("Place"),
  weather: t("Weather"),
  music: t("Music"),
};
const KINDS = { mood: "moods", place: "places", weather: "weather", music: "music" } as const;
/** Maximum of one kind, so that the line fits below the last part of a divided entry. */
const MAX_CHARACTERS = 150;

const valuesOf = (details: EntryDetails, name: DetailName): string[] =>
  [details[name] ?? []].flat().flatMap((value) => value.replace(/[\s\p{Cc}]+/gu, " ").trim() || []);

/** "Mood: good · Place: Lisbon · Weather: 18 °C, clear"; empty without values. */
export function formatDetails(details: EntryDetails): string {
  return NAMES.flatMap((name) => {
    const value = valuesOf(details, name).join(", ");
    const isCut = value.length > MAX_CHARACTERS;
    const shown = isCut ? `${value.slice(0, MAX_CHARACTERS - 1).toWellFormed()}…` : value;
    return shown ? [`${LABELS[name]}: ${shown}`] : [];
  }).join(" · ");
}

/** The number of values in the line, by the kind that a report names when they are left out. */
export const countDetails = (details: EntryDetails): SkippedItems =>
  Object.fromEntries(
    NAMES.flatMap((name) => {
      const count = valuesOf(details, name).length;
      return count > 0 ? [[KINDS[name], count]] : [];
    }),
  );

const MAX_LATITUDE = 90;

/** "Mill Quay, Norham", or coordinates where no name is known; "" for the values that programs write for no place. */
export function formatPlace(
  names: readonly (string | undefined)[],
  { latitude = 0, longitude = 0 }: { latitude?: number; longitude?: number } = {},
): string {
  const known = [...new Set(names.map((name = "") => name.trim()).filter(Boolean))];
  if (known.length > 0) return known.join(", ");
  const isPlace = Math.abs(latitude) <= MAX_LATITUDE && (latitude !== 0 || longitude !== 0);
  return isPlace ? `${Number(latitude.toFixed(4))}, ${Number(longitude.toFixed(4))}` : "";
}

/** Degrees above are no temperature, but the value that programs write for none. */
const MAX_CELSIUS = 100;

/** "18 °C, clear" */
export function formatWeather(celsius: number | undefined, words = ""): string {
  const hasDegrees = celsius !== undefined && Math.abs(celsius) <= MAX_CELSIUS;
  const degrees = hasDegrees ? t("{degrees} °C", { degrees: String(Math.round(celsius)) }) : "";
  return [degrees, words.trim()].filter(Boolean).join(", ");
}

/** The entry as it is stored: with the line at its end if it is kept, and none at all if it has neither line nor words. */
export function applyDetails({ details, ...entry }: StagedEntry, isKept: boolean): PortableEntry[] {
  const { content } = entry;
  if (!isKept || !details) return isBlank(content) ? [] : [entry];
  const body = [content.body.trimEnd(), details].filter(Boolean).join("\n\n");
  return [{ ...entry, content: { ...content, body } }];
}
