import { z } from "zod";
import { NewKeysSchema } from "~/domain/plans/trial-keys/trial-key";
import { t } from "~/i18n/t";

/** What the Trial Keys page takes. */
export const TrialKeysSchema = z.discriminatedUnion(
  "intent",
  [
    NewKeysSchema.extend({ intent: z.literal("create") }),
    z.object({ intent: z.literal("revoke"), key: z.string().max(200) }),
    z.object({ intent: z.literal("export") }),
    // New keys as a file: the page that shows them once gives them back, since nothing else knows them.
    z.object({
      intent: z.literal("save-new"),
      keys: z.string().regex(/^(SNK(-[0-9A-Z]{4}){3}\s*){1,500}$/, t("Please use the buttons on this page.")),
    }),
  ],
  t("Please use the buttons on this page."),
);
