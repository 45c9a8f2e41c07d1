import { z } from "zod";
import { FIELD_MESSAGES } from "~/domain/accounts/messages";
import { isShortEnough } from "~/domain/accounts/schema";

/** What a page that asks once more takes: its button, and the administrator's own password where it could harm. */
export const ConfirmSchema = z.object({
  intent: z.literal("confirm", "Please use the button of this page."),
  currentPassword: z.string().refine(isShortEnough, FIELD_MESSAGES.passwordLong).optional(),
});

/** What the page of a backup takes. */
export const BackupSchema = ConfirmSchema.extend({
  intent: z.enum(["confirm", "remove"], "Please use the buttons of this page."),
});

/** What a page of figures takes. */
export const FiguresSchema = z.object({ intent: z.literal("export", "Please use the button of this page.") });
