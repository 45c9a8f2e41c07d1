import { z } from "zod";
import { isDay } from "~/domain/calendar/local-day";
import { currentPassword } from "~/domain/identity/account-fields";
import { draftFields, pageFields } from "~/domain/journal/entries/schema";
import { CURSOR_PARTS, cursorCodec, nullablePart } from "~/domain/operations/cursor";
import { FIRST_DAY } from "~/domain/portability/foreign-entry";
import { t } from "~/i18n/t";
import { KEY_SCOPES } from "./api-key";

/** A place in the changes of a journal: where to begin at all, and what was told last. */
export type ChangeCursor = {
  since: Date | null;
  /** Null among the entries that have no time of change. */
  at: Date | null;
  id: string;
};

/** A place as a cursor that programs hand back, and the way back. Before the first there is no id. */
export const { write: cursorOfPlace, read: placeOfCursor } = cursorCodec<ChangeCursor>({
  since: nullablePart(CURSOR_PARTS.milliseconds),
  at: nullablePart(CURSOR_PARTS.milliseconds),
  id: { ...CURSOR_PARTS.id, signs: "[\\w-]{0,64}" },
});

const ISO =
  /^(\d{4}-\d\d-\d\d)(?:T(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d))?$/;

/** A moment as programs write it: a day, or a day and a time with its zone. Null for anything else. */
export function momentFrom(text: string): Date | null {
  const [whole, day = ""] = ISO.exec(text) ?? [];
  if (whole === undefined || !isDay(day)) return null;
  const moment = new Date(text);
  return Number.isNaN(moment.getTime()) || moment.getTime() < 0 ? null : moment;
}

const NAME_MISSING = t("Please give the key a name, so that you know it again.");
const LONGEST_NAME = 60;

/** What `/settings/data/keys` takes. */
export const KeysSchema = z.discriminatedUnion("intent", [
  z.object({
    intent: z.literal("create"),
    name: z
      .string(NAME_MISSING)
      .trim()
      .min(1, NAME_MISSING)
      .max(LONGEST_NAME, t("Please keep the name under {limit} characters.", { limit: LONGEST_NAME }))
      .refine((name) => !/\p{Cc}/u.test(name), t("Please keep the name on one line.")),
    scope: z.enum(KEY_SCOPES, t("Please choose one of these.")),
    currentPassword,
  }),
  z.object({ intent: z.literal("revoke"), keyId: z.string().regex(/^[\w-]{1,64}$/) }),
]);

/** What `POST /api/journal/entries` takes: the fields of a free page, its tags also as a list. */
export const NewEntrySchema = z.object(
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
export type NewEntry = z.output<typeof NewEntrySchema>;

/** What an idempotency key may be: visible ASCII, at most 200 signs. */
export const isIdempotencyKey = (key: string) => /^[\x21-\x7e]{1,200}$/.test(key);
