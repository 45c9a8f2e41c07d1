import { z } from "zod";
import { healthSchemaWords } from "~/words/admin/health-schema";

/** What System health takes. */
export const HealthSchema = z.discriminatedUnion(
  "intent",
  [
    z.object({ intent: z.literal("mail") }),
    z.object({ intent: z.literal("ai") }),
    z.object({ intent: z.literal("job"), job: z.string().max(80) }),
  ],
  healthSchemaWords.pleaseUseTheButtons,
);
