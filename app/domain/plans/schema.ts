import { z } from "zod";
import { BILLING_INTERVALS, PAID_TIERS, TIERS } from "~/domain/member/plan";
import { t } from "~/i18n/t";
import { VARIANTS } from "./experiments/variant";
import { CANCEL_REASON_KEYS } from "./texts";

const CHOOSE = t("Please choose a plan.");

/** `/subscribe` */
export const SubscribeSchema = z.discriminatedUnion("intent", [
  z.object({
    intent: z.literal("checkout"),
    tier: z.enum(PAID_TIERS, CHOOSE),
    interval: z.enum(BILLING_INTERVALS).default("month"),
  }),
  z.object({
    intent: z.literal("redeem"),
    key: z
      .string(t("Please type your key."))
      .trim()
      .min(1, t("Please type your key."))
      .max(100, t("That is not a valid key.")),
  }),
  z.object({
    intent: z.literal("pause"),
    months: z.coerce.number().int().min(1).max(3).default(1),
  }),
  z.object({
    intent: z.literal("cancel"),
    // An unknown reason must not prevent a cancellation.
    reason: z.enum(CANCEL_REASON_KEYS).optional().catch(undefined),
  }),
  ...(["keep", "resume", "portal"] as const).map((intent) => z.object({ intent: z.literal(intent) })),
]);

/** `POST /api/change-subscription-tier` */
export const ChangeTierSchema = z.object({ tier: z.enum(TIERS, t("Please send free, tier1 or tier2.")) });

/** An administrator's form that overrides their own plan; "own" removes the override. */
export const SwitchSchema = z.object({ tier: z.enum([...TIERS, "own"], CHOOSE) });

const SESSION_ID = /^[\w-]{8,64}$/;
const sessionId = z
  .string({ error: t("A session id is required") })
  .regex(SESSION_ID, t("The session id is not valid"));

/** `POST /api/ab-test/assign`. The reported IP address, browser and time are accepted and discarded. */
export const AssignSchema = z.object({
  sessionId,
  variant: z.enum(VARIANTS, { error: t("The variant must be A or B") }),
  visitorIp: z.unknown().optional(),
  userAgent: z.unknown().optional(),
  assignedAt: z.unknown().optional(),
});

export const CONVERSIONS = ["registration"] as const;
export type Conversion = (typeof CONVERSIONS)[number];

/** `POST /api/ab-test/convert` */
export const ConvertSchema = z.object({
  sessionId,
  conversionType: z.enum(CONVERSIONS, { error: t("The conversion type is unknown") }),
  convertedAt: z.unknown().optional(),
});

/** The A/B variant tools of administrators. */
export const VariantToolSchema = z.object({
  intent: z.enum(["force-a", "force-b", "reset"], { error: t("Please choose a variant") }),
});
