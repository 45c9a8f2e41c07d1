import { t } from "~/i18n/t";
import { DayOneFileSchema } from "./day-one-file";
import { dayIn, keepForeign, refuse, type Upload } from "./keep-parsed.server";
import { DailyMonthSchema, DailyTagsSchema, DailyUserSchema, fromDailyTxt } from "./read-daily-txt";
import { fromDayOne } from "./read-day-one";
import { DiariumSchema, fromDiarium, fromJourney, JourneySchema } from "./read-foreign-json";

/** As much of a list is looked at to see whose it is. */
const LOOKED_AT = 20;

/** JSON of other applications, known by what is in it. @returns false where it is none of theirs */
export function readForeignJson(name: string, value: unknown, upload: Upload): boolean {
  const { found, reading } = upload;
  const journey = JourneySchema.safeParse(value);
  if (journey.success) {
    keepForeign(found, name, fromJourney(journey.data, reading), "journey", reading);
    return true;
  }
  const dayOne = DayOneFileSchema.safeParse(value);
  if (dayOne.success) {
    for (const [at, raw] of dayOne.data.entries.entries()) {
      const where = `Entry ${at + 1}${dayIn(raw, "creationDate")}`;
      keepForeign(found, where, fromDayOne(raw, reading), "dayone", reading);
    }
    return true;
  }
  const all: unknown[] = Array.isArray(value) ? value : [value];
  if (!all.slice(0, LOOKED_AT).some((one) => DiariumSchema.safeParse(one).success))
    return readDailyTxt(name, value, upload);
  for (const [at, raw] of all.entries()) {
    const { success, data } = DiariumSchema.safeParse(raw);
    const read = success ? fromDiarium(data, reading) : { ok: false as const, why: t("it cannot be read") };
    keepForeign(found, `Entry ${at + 1}${dayIn(raw, "date")}`, read, "diarium", reading);
  }
  return true;
}

function readDailyTxt(name: string, value: unknown, upload: Upload): boolean {
  const { found, reading, tags } = upload;
  const [, file = "", year, month] =
    /(?:^|\/)(user\.json|tags\.json|templates\.json|(\d{4})\/(\d{2})\.json)$/.exec(name) ?? [];
  if (file === "user.json" && DailyUserSchema.safeParse(value).success) upload.isEncrypted = true;
  else if (file === "tags.json") {
    const named = DailyTagsSchema.safeParse(value);
    if (!named.success) return false;
    for (const tag of named.data.tags) tags.set(tag.id, tag.name);
  } else if (file === "templates.json")
    return typeof value === "object" && value !== null && "templates" in value;
  else if (year && month) {
    const days = DailyMonthSchema.safeParse(value);
    if (!days.success) return false;
    if (upload.isEncrypted) refuse(found, name, t("this backup is encrypted: please make one that is not"));
    else
      for (const day of days.data.days) {
        const read = fromDailyTxt(`${year}-${month}`, day, tags, reading);
        keepForeign(found, name, read, "dailytxt", reading);
      }
  } else return false;
  return true;
}
