import { z } from "zod";
import { isDay } from "~/domain/calendar/local-day";
import { currentPasswordField, isPasswordShortEnough } from "~/domain/identity/account-fields";
import { FIELD_MESSAGES } from "~/domain/identity/texts";
import { draftFields, pageFields } from "~/domain/journal/schema";
import { checkbox } from "~/domain/member/setting-schemas";
import { CURSOR_PARTS, cursorCodec, nullablePart } from "~/domain/operations/paging";
import { PAPERS, PRINT_SIZES } from "~/domain/print/print-task";
import { t } from "~/i18n/t";
import { KEY_SCOPES } from "./api/api-key";
import { BOOK_FORMATS, BOOK_KINDS, PASSAGE_CHOICES, TITLE_LIMITS } from "./book/book-options";
import { EXPORT_FORMATS } from "./data-texts";
import { FIRST_DAY } from "./foreign-entry";

/** Query string of a history search. */
const filter = z.string().max(1_000).optional();

/** Form of `/settings/data`. */
export const DataSchema = z.discriminatedUnion("intent", [
  z.object({
    intent: z.literal("export"),
    format: z.enum(EXPORT_FORMATS, t("Please choose one of these.")),
    currentPassword: currentPasswordField,
    filter,
  }),
  z.object({
    intent: z.literal("import"),
    file: z
      .array(z.instanceof(File))
      // Browsers send a nameless, empty file when none was chosen.
      .refine((files) => files.some(({ name, size }) => name !== "" || size > 0), {
        error: t("Please choose a file."),
        abort: true,
      })
      .transform((files) => files.filter(({ size }) => size > 0))
      .refine((files) => files.length > 0, t("Please choose a file that is not empty.")),
  }),
]);

/** The form on the page of one import. */
export const ImportIntentSchema = z.object({
  intent: z.enum(
    ["confirm", "continue", "cancel", "undo", "days"],
    t("Please use one of the buttons on this page."),
  ),
  settings: z.string().optional(),
  details: z.string().optional(),
  order: z.enum(["day", "month"]).optional(),
});

/** Form of `/leaving`. */
export const LeavingSchema = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("undo") }),
  z.object({
    intent: z.literal("export"),
    format: z.enum(EXPORT_FORMATS, t("Please choose one of these.")),
    currentPassword: currentPasswordField,
  }),
]);

/** Cursor of the change feed: the start of the feed and the last change delivered. */
export type ChangeCursor = {
  since: Date | null;
  /** Null while the feed lists entries without a time of change. */
  at: Date | null;
  /** Empty before the first change. */
  id: string;
};

export const { write: writeChangeCursor, read: readChangeCursor } = cursorCodec<ChangeCursor>({
  since: nullablePart(CURSOR_PARTS.milliseconds),
  at: nullablePart(CURSOR_PARTS.milliseconds),
  id: { ...CURSOR_PARTS.id, pattern: "[\\w-]{0,64}" },
});

const ISO_MOMENT =
  /^(\d{4}-\d\d-\d\d)(?:T(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d))?$/;

/** Parses an ISO 8601 day, or a day and time with zone; null for anything else or before 1970. */
export function parseIsoMoment(text: string): Date | null {
  const [whole, day = ""] = ISO_MOMENT.exec(text) ?? [];
  if (whole === undefined || !isDay(day)) return null;
  const moment = new Date(text);
  return Number.isNaN(moment.getTime()) || moment.getTime() < 0 ? null : moment;
}

const NAME_MISSING = t("Please give the key a name, so that you know it again.");
const MAX_NAME_LENGTH = 60;

/** Form of `/settings/data/keys`. */
export const KeysSchema = z.discriminatedUnion("intent", [
  z.object({
    intent: z.literal("create"),
    name: z
      .string(NAME_MISSING)
      .trim()
      .min(1, NAME_MISSING)
      .max(MAX_NAME_LENGTH, t("Please keep the name under {limit} characters.", { limit: MAX_NAME_LENGTH }))
      .refine((name) => !/\p{Cc}/u.test(name), t("Please keep the name on one line.")),
    scope: z.enum(KEY_SCOPES, t("Please choose one of these.")),
    currentPassword: currentPasswordField,
  }),
  z.object({ intent: z.literal("revoke"), keyId: z.string().regex(/^[\w-]{1,64}$/) }),
]);

/** Body of `POST /api/journal/entries`: the fields of a free page; `tags` may also be a list. */
export const NewEntrySchema = z.object(
  {
    ...pageFields,
    tags: z.preprocess(
      (tags) => (Array.isArray(tags) && tags.every((tag) => typeof tag === "string") ? tags.join(",") : tags),
      pageFields.tags,
    ),
    forDate: draftFields.forDate.refine(
      (day) => day === undefined || day >= FIRST_DAY,
      t("Please name a day after 1899."),
    ),
  },
  t("The body has to be an object."),
);
export type NewEntry = z.output<typeof NewEntrySchema>;

/** Accepts up to 200 visible ASCII characters. */
export const isIdempotencyKey = (key: string) => /^[\x21-\x7e]{1,200}$/.test(key);

const CHOOSE = t("Please choose one of these.");
const DAY_MISSING = t("Please choose a day.");
const day = z.string(DAY_MISSING).refine(isDay, t("There is no such day."));
const line = (limit: number) =>
  z
    .string()
    .trim()
    .max(limit, t("Please keep this under {limit} characters.", { limit }))
    .default("")
    .transform((text) => text.toWellFormed().replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " "));

/** Form of `/journal/book`. The intent "look" only estimates the book, so it needs no password. */
export const BookSchema = z
  .object({
    intent: z.literal("look").optional(),
    from: day,
    to: day,
    kinds: z
      .array(z.string(), CHOOSE)
      .transform((chosen) => BOOK_KINDS.filter((kind) => chosen.includes(kind)))
      .refine((kinds) => kinds.length > 0, t("Please choose at least one.")),
    favourites: checkbox,
    tag: line(80).transform((tag) => tag.replace(/^#/, "")),
    questions: checkbox,
    passages: z.enum(PASSAGE_CHOICES, CHOOSE),
    pictures: checkbox,
    laidDown: checkbox,
    title: line(TITLE_LIMITS.title),
    name: line(TITLE_LIMITS.name),
    paper: z.enum(PAPERS, CHOOSE),
    size: z.enum(PRINT_SIZES, CHOOSE).default("default"),
    format: z.enum(BOOK_FORMATS, CHOOSE),
    currentPassword: z.string().optional(),
  })
  .refine(({ from, to }) => from <= to, {
    error: t("The last day is before the first."),
    path: ["to"],
    when: ({ issues }) => issues.length === 0,
  })
  .refine(({ intent, currentPassword }) => intent === "look" || Boolean(currentPassword), {
    error: FIELD_MESSAGES.passwordRequired,
    path: ["currentPassword"],
    when: () => true,
  })
  .refine(({ currentPassword }) => isPasswordShortEnough(currentPassword ?? ""), {
    error: FIELD_MESSAGES.passwordLong,
    path: ["currentPassword"],
  });
