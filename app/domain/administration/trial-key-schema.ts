import { z } from "zod";
import { NewKeysSchema } from "~/domain/plans/trial-key";

/** What the Trial Keys page takes (contract section 8, product 2.12). */
export const TrialKeysSchema = z.discriminatedUnion(
  "intent",
  [
    NewKeysSchema.extend({ intent: z.literal("create") }),
    z.object({ intent: z.literal("revoke"), key: z.string().max(200) }),
    z.object({ intent: z.literal("export") }),
  ],
  "Please use the buttons of this page.",
);
