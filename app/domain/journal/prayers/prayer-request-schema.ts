import { z } from "zod";
import { t } from "~/i18n/t";
import { REQUEST_DAYS, REQUEST_LIMITS } from "./prayer-request";
import { checkboxField } from "./schema";

const { text: TEXT, initial: INITIAL, outcome: OUTCOME } = REQUEST_LIMITS;
const upTo = (limit: number) => t("Please use at most {most} characters.", { most: limit });
const EMPTY_REQUEST = t("Please write what you ask prayer for.");
const singleLine = (text: string) => text.replace(/\s+/g, " ").trim();

const request = z
  .string({ error: EMPTY_REQUEST })
  .trim()
  .min(1, EMPTY_REQUEST)
  .refine((text) => [...text].length <= TEXT, upTo(TEXT));
const requestId = z.string({ error: t("Please use one of the buttons on this page.") }).max(64);

export const REQUEST_INTENTS = [
  "ask",
  "endRequest",
  "approveRequest",
  "shortenRequest",
  "removeRequest",
] as const;

/** The forms of prayer requests, by intent. */
export const PRAYER_REQUEST_SCHEMAS = [
  z.object({
    intent: z.literal("ask"),
    request,
    initial: z
      .string()
      .transform(singleLine)
      .refine((text) => [...text].length <= INITIAL, upTo(INITIAL))
      .optional(),
    days: z.coerce
      .number()
      .refine((days) => (REQUEST_DAYS as readonly number[]).includes(days), t("Please choose one of these."))
      .default(30),
    consent: checkboxField.refine((given) => given, t("Please confirm this first.")),
  }),
  z.object({
    intent: z.literal("endRequest"),
    requestId,
    outcome: z
      .string()
      .trim()
      .refine((text) => [...text].length <= OUTCOME, upTo(OUTCOME))
      .optional(),
  }),
  z.object({ intent: z.literal("shortenRequest"), requestId, request }),
  z.object({ intent: z.literal("approveRequest"), requestId }),
  z.object({ intent: z.literal("removeRequest"), requestId }),
] as const;

export type PrayerRequestAction = z.output<(typeof PRAYER_REQUEST_SCHEMAS)[number]>;

export const isRequestIntent = (intent: unknown): boolean =>
  (REQUEST_INTENTS as readonly unknown[]).includes(intent);

export const TOO_OFTEN_ASKED = {
  title: t("That is enough for today"),
  text: t("You can ask again tomorrow. What you wrote is still in the form."),
};
export const TOO_MANY_REQUESTS = t("You have three open requests already. Please end one of them first.");
