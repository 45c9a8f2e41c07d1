import { z } from "zod";
import { currentPassword } from "~/domain/identity/account-fields";
import { t } from "~/i18n/t";
import { EXPORT_FORMATS } from "./data-texts";

/** Filters travel with the form as the history's address holds them. */
const filter = z.string().max(1_000).optional();

/** What `/settings/data` takes; each intent with its own fields. */
export const DataSchema = z.discriminatedUnion("intent", [
  z.object({
    intent: z.literal("export"),
    format: z.enum(EXPORT_FORMATS, t("Please choose one of these.")),
    currentPassword,
    filter,
  }),
  z.object({
    intent: z.literal("import"),
    file: z
      .instanceof(File, { error: t("Please choose a file.") })
      // Browsers send a nameless file when nobody chose one.
      .refine((file) => file.name !== "" || file.size > 0, {
        error: t("Please choose a file."),
        abort: true,
      })
      .refine((file) => file.size > 0, t("Please choose a file that is not empty.")),
  }),
]);

/** What the page of an import takes. */
export const ImportIntentSchema = z.object({
  intent: z.enum(["confirm", "continue", "cancel", "undo"], t("Please use one of the buttons on this page.")),
  settings: z.string().optional(),
});

/** `/leaving`: undoing the deletion, or exporting the journal. */
export const LeavingSchema = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("undo") }),
  z.object({
    intent: z.literal("export"),
    format: z.enum(EXPORT_FORMATS, t("Please choose one of these.")),
    currentPassword,
  }),
]);
