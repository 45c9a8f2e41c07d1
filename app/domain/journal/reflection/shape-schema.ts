import { z } from "zod";
import { t } from "~/i18n/t";
import { SHAPE_FIELDS, type ShapeField } from "./shape-fields";

const slot = z.enum(["morning", "evening"], t("Please choose one of these."));
const part = z
  .string()
  .max(80, t("Please choose one of these."))
  .optional()
  .transform((value) => value ?? "");

/** What `/settings/prayer/shape` takes. */
export const ShapeSchema = z.discriminatedUnion("intent", [
  z.object({
    intent: z.literal("save"),
    slot,
    ...(Object.fromEntries(SHAPE_FIELDS.map((name) => [name, part])) as Record<ShapeField, typeof part>),
  }),
  z.object({ intent: z.literal("clear"), slot }),
]);

/** The message beside a place that cannot be kept; if the plan does not hold it, the prompt set's own message. */
export const SHAPE_REFUSALS = {
  unknown: { status: 400, text: t("This question is no longer here. Please choose another.") },
  twice: { status: 400, text: t("You have chosen this question above. Please choose another, or none.") },
} as const;
