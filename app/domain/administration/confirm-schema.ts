import { z } from "zod";
import { FIELD_MESSAGES } from "~/words/accounts/messages";
import { isShortEnough } from "~/domain/accounts/schema";
import { PAID_TIERS } from "~/domain/plans/tiers";
import { confirmSchemaWords } from "~/words/admin/confirm-schema";

/** What a page that asks once more takes: its button, and the administrator's own password where it could harm. */
export const ConfirmSchema = z.object({
  intent: z.literal("confirm", confirmSchemaWords.pleaseUseTheButton),
  currentPassword: z.string().refine(isShortEnough, FIELD_MESSAGES.passwordLong).optional(),
});

const DAYS = confirmSchemaWords.pleaseGiveAWholeNumber;

/** What the page that asks before an action on an account takes; a plan comes with its days, empty for no end. */
export const UserActionSchema = ConfirmSchema.extend({
  tier: z.enum(PAID_TIERS, confirmSchemaWords.pleaseChooseAPlan).optional(),
  days: z.coerce.number(DAYS).int(DAYS).min(1, DAYS).max(3660, DAYS).optional(),
});

/** What the page of a backup takes. */
export const BackupSchema = ConfirmSchema.extend({
  intent: z.enum(["confirm", "remove"], confirmSchemaWords.pleaseUseTheButtons),
});

/** What a page of figures takes. */
export const FiguresSchema = z.object({ intent: z.literal("export", confirmSchemaWords.pleaseUseTheButton) });
