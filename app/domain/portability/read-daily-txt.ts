import { z } from "zod";
import { instantOf } from "~/domain/calendar/instants";
import { isDay } from "~/domain/calendar/local-day";
import { tagsFrom } from "~/domain/journal/entries/content";
import { PICTURE_LIMITS } from "~/domain/journal/pictures/picture";
import { t } from "~/i18n/t";
import { isImage } from "./file-kinds";
import { LONGEST_TEXT } from "./file-values";
import { pictureAt } from "./foreign-pictures";
import type { Usual } from "./markdown-foreign";
import { plainEntry } from "./portable-entry";
import { foreignText, titled, type ReadForeign } from "./read-foreign-json";

const anything = z.array(z.unknown()).optional().catch(undefined);

/** `tags.json` of a DailyTxT backup, which names what its days call by number. */
export const DailyTagsSchema = z.object({ tags: z.array(z.object({ id: z.number(), name: z.string() })) });
/** `2024/05.json`: the days of a month. */
export const DailyMonthSchema = z.object({ days: z.array(z.unknown()) });
/** `user.json` is there where the backup is encrypted. */
export const DailyUserSchema = z.object({ user_id: z.number(), enc_enc_key: z.string() });

const DailyDaySchema = z.object({
  day: z.number().int(),
  text: z.string(t("it cannot be read")).max(LONGEST_TEXT, t("its text is too long")).optional(),
  tags: z.array(z.number()).optional().catch(undefined),
  isBookmarked: z.boolean().optional().catch(undefined),
  files: z
    .array(z.object({ filename: z.string().max(300).optional().catch(undefined) }))
    .optional()
    .catch(undefined),
  pins: anything,
});

/** A day of a DailyTxT backup; its month is the name of its file. */
export function fromDailyTxt(
  month: string,
  value: unknown,
  tags: ReadonlyMap<number, string>,
  usual: Usual,
): ReadForeign {
  const result = DailyDaySchema.safeParse(value);
  if (!result.success) return { ok: false, why: result.error.issues[0]?.message ?? t("it cannot be read") };
  const { day, text = "", isBookmarked, files, pins } = result.data;
  const forDate = `${month}-${String(day).padStart(2, "0")}`;
  if (!isDay(forDate)) return { ok: false, why: t("its date cannot be read") };
  const pictures = (files ?? [])
    .flatMap(({ filename = "" }) => (isImage(filename) ? [pictureAt(filename)] : []))
    .slice(0, PICTURE_LIMITS.each);
  return {
    ok: true,
    left: { pictures: (files?.length ?? 0) - pictures.length, places: pins?.length ?? 0 },
    entry: plainEntry({
      forDate,
      timezone: usual.timezone,
      createdAt: instantOf(forDate, "12:00", usual.timezone),
      favourite: isBookmarked ?? false,
      content: {
        ...titled(foreignText(text).trim()),
        ...(pictures.length > 0 && { pictures }),
        answers: [],
        mood: "",
        tags: tagsFrom((result.data.tags ?? []).map((id) => foreignText(tags.get(id) ?? "")).join(",")),
      },
    }),
  };
}
