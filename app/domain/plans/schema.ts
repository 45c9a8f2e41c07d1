import { z } from "zod";
import { schemaWords } from "~/words/plans/schema";
import { CANCEL_REASON_KEYS } from "./cancel-reasons";
import { INTERVALS } from "./plan";
import { PAID_TIERS, TIERS } from "./tiers";

const CHOOSE = schemaWords.pleaseChooseAPlan;

/** The forms of /subscribe (contract section 3). */
export const SubscribeSchema = z.discriminatedUnion("intent", [
  z.object({
    intent: z.literal("checkout"),
    tier: z.enum(PAID_TIERS, CHOOSE),
    interval: z.enum(INTERVALS).default("month"),
  }),
  z.object({
    intent: z.literal("redeem"),
    key: z
      .string(schemaWords.pleaseTypeYourKey)
      .trim()
      .min(1, schemaWords.pleaseTypeYourKey)
      .max(100, schemaWords.thatIsNoKey),
  }),
  z.object({
    intent: z.literal("pause"),
    months: z.coerce.number().int().min(1).max(3).default(1),
  }),
  z.object({
    intent: z.literal("cancel"),
    // Nobody is kept from cancelling by what they say of it.
    reason: z.enum(CANCEL_REASON_KEYS).optional().catch(undefined),
  }),
  ...(["keep", "resume", "portal"] as const).map((intent) => z.object({ intent: z.literal(intent) })),
]);

/** POST /api/change-subscription-tier (seed section 7). */
export const ChangeTierSchema = z.object({ tier: z.enum(TIERS, schemaWords.pleaseNameFreeTier1OrTier2) });

/** The Plan Switcher; "own" goes back to the plan that is really the administrator's. */
export const SwitchSchema = z.object({ tier: z.enum([...TIERS, "own"], CHOOSE) });
