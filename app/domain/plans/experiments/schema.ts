import { z } from "zod";
import { t } from "~/i18n/t";
import { VARIANTS } from "./variant";

const SESSION_ID = /^[\w-]{8,64}$/;
const sessionId = z
  .string({ error: t("A session id is required") })
  .regex(SESSION_ID, t("The session id is not valid"));

/**
 * `POST /api/ab-test/assign`. The address and the browser that a client reports are accepted and
 * thrown away, and so is its clock.
 */
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

/** The A/B variant tools: force A or B, or reset. */
export const VariantToolSchema = z.object({
  intent: z.enum(["force-a", "force-b", "reset"], { error: t("Please choose a variant") }),
});
