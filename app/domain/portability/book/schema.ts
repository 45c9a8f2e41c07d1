import { z } from "zod";
import { isDay } from "~/domain/calendar/local-day";
import { isShortEnough } from "~/domain/identity/account-fields";
import { FIELD_MESSAGES } from "~/domain/identity/texts";
import { checkbox } from "~/domain/member/setting-schemas";
import { PAPERS } from "~/domain/print/paper";
import { t } from "~/i18n/t";
import { BOOK_FORMATS, BOOK_KINDS, PASSAGE_CHOICES, TITLE_LIMITS } from "./choice";

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

/** What `/journal/book` takes. With the intent to look nothing is made, and no password is asked for. */
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
    format: z.enum(BOOK_FORMATS, CHOOSE),
    currentPassword: z.string().optional(),
  })
  .refine(({ from, to }) => from <= to, {
    error: t("The last day lies before the first."),
    path: ["to"],
    when: ({ issues }) => issues.length === 0,
  })
  .refine(({ intent, currentPassword }) => intent === "look" || Boolean(currentPassword), {
    error: FIELD_MESSAGES.passwordRequired,
    path: ["currentPassword"],
    when: () => true,
  })
  .refine(({ currentPassword }) => isShortEnough(currentPassword ?? ""), {
    error: FIELD_MESSAGES.passwordLong,
    path: ["currentPassword"],
  });
