import { z } from "zod";
import { isDay } from "~/domain/calendar/local-day";
import { t } from "~/i18n/t";

/** Longer than our forms accept, because older texts and other apps know no such limit. */
export const LONGEST_TEXT = 100_000;

/** A text of at most `most` characters; `what` names it in a refusal. */
export const text = (most: number, what: string) =>
  z
    .string(t("{what} is not text", { what }))
    .max(most, t("{what} is longer than {most} characters", { what, most: most.toLocaleString("en") }))
    // Text that is not well formed cannot be stored unchanged.
    .transform((value) => value.toWellFormed().replaceAll("\0", ""));
/** A day that exists. */
export const day = z.string(t("the day is missing")).refine(isDay, t("the day is not written as YYYY-MM-DD"));
/** A moment in ISO 8601. */
export const moment = z
  .string(t("a date and time is missing"))
  .refine((value) => !Number.isNaN(Date.parse(value)), t("a date and time is not written as one"))
  .transform((value) => new Date(value));
/** A number that counts something. */
export const whole = z.number().int().min(1).max(1_000_000);
