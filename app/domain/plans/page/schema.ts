import { z } from "zod";
import { INTERVALS } from "~/domain/member/plan";
import { PAID_TIERS, TIERS } from "~/domain/member/tiers";
import { CANCEL_REASON_KEYS } from "~/domain/plans/texts";
import { t } from "~/i18n/t";

const CHOOSE = t("Please choose a plan.");

/** The forms of /subscribe. */
export const SubscribeSchema = z.discriminatedUnion("intent", [
  z.object({
    intent: z.literal("checkout"),
    tier: z.enum(PAID_TIERS, CHOOSE),
    interval: z.enum(INTERVALS).default("month"),
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
    // A strange reason must not keep anyone from cancelling.
    reason: z.enum(CANCEL_REASON_KEYS).optional().catch(undefined),
  }),
  ...(["keep", "resume", "portal"] as const).map((intent) => z.object({ intent: z.literal(intent) })),
]);

/** POST /api/change-subscription-tier. */
export const ChangeTierSchema = z.object({ tier: z.enum(TIERS, t("Please send free, tier1 or tier2.")) });

/** The Plan Switcher; "own" goes back to the plan that is really the administrator's. */
export const SwitchSchema = z.object({ tier: z.enum([...TIERS, "own"], CHOOSE) });
