import { z } from "zod";

/** What System health takes. */
export const HealthSchema = z.discriminatedUnion(
  "intent",
  [
    z.object({ intent: z.literal("mail") }),
    z.object({ intent: z.literal("ai") }),
    z.object({ intent: z.literal("job"), job: z.string().max(80) }),
  ],
  "Please use the buttons of this page.",
);
