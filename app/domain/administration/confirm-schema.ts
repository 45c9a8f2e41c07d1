import { z } from "zod";
import { isShortEnough } from "~/domain/identity/passwords/password-fields";
import { FIELD_MESSAGES } from "~/domain/identity/texts";
import { PAID_TIERS } from "~/domain/member/tiers";
import { t } from "~/i18n/t";

/** What a page that asks once more takes: its button, and the administrator's own password where it could harm. */
export const ConfirmSchema = z.object({
  intent: z.literal("confirm", t("Please use the button on this page.")),
  currentPassword: z.string().refine(isShortEnough, FIELD_MESSAGES.passwordLong).optional(),
});

const DAYS = t("Please enter a whole number of days from 1 to 3,660.");

/** What the page that asks before an action on an account takes; a plan comes with its days, empty for no end. */
export const UserActionSchema = ConfirmSchema.extend({
  tier: z.enum(PAID_TIERS, t("Please choose a plan.")).optional(),
  days: z.coerce.number(DAYS).int(DAYS).min(1, DAYS).max(3660, DAYS).optional(),
});

/** What the page of a backup takes. */
export const BackupSchema = ConfirmSchema.extend({
  intent: z.enum(["confirm", "remove"], t("Please use the buttons on this page.")),
});

/** What a page of figures takes. */
export const FiguresSchema = z.object({
  intent: z.literal("export", t("Please use the button on this page.")),
});
