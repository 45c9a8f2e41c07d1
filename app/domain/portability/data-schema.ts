import { z } from "zod";
import { currentPassword } from "~/domain/accounts/settings-schema";
import { EXPORT_FORMATS } from "./formats";

/** Filters travel with the form as the history's address holds them. */
const filter = z.string().max(1_000).optional();

/** What `/settings/data` takes; each intent with its own fields (contract section 8, "Names"). */
export const DataSchema = z.discriminatedUnion("intent", [
  z.object({
    intent: z.literal("export"),
    format: z.enum(EXPORT_FORMATS, "Please choose one of these."),
    currentPassword,
    filter,
  }),
]);
