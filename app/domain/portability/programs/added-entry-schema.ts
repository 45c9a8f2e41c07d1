import { z } from "zod";
import { draftFields, pageFields } from "~/domain/journal/entries/fields";
import { FIRST_DAY } from "~/domain/portability/normalise-entry";
import { t } from "~/i18n/t";

/** What `POST /api/journal/entries` takes: the fields of a free page, its tags also as a list. */
export const AddedEntrySchema = z.object(
  {
    title: pageFields.title,
    body: pageFields.body,
    tags: z.preprocess(
      (tags) => (Array.isArray(tags) && tags.every((tag) => typeof tag === "string") ? tags.join(",") : tags),
      pageFields.tags,
    ),
    mood: pageFields.mood,
    forDate: draftFields.forDate.refine(
      (day) => day === undefined || day >= FIRST_DAY,
      t("Please name a day after 1899."),
    ),
  },
  t("The body has to be an object."),
);
export type AddedEntry = z.output<typeof AddedEntrySchema>;

/** What an idempotency key may be: visible ASCII, at most 200 signs. */
export const isIdempotencyKey = (key: string) => /^[\x21-\x7e]{1,200}$/.test(key);
