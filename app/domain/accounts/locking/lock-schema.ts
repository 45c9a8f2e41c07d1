import { z } from "zod";
import { PasskeyUnlockSchema } from "~/domain/accounts/passkeys/passkey";
import { UnlockSchema } from "~/domain/accounts/schema";

/** What a page that covers itself asks of the server: whether its session is locked, to stay open, to be opened. */
export const LockCallSchema = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("stay") }),
  z.object({ intent: z.literal("ask"), owner: z.string().max(64) }),
  UnlockSchema.extend({ intent: z.literal("unlock"), owner: z.string().max(64) }),
  PasskeyUnlockSchema,
]);
