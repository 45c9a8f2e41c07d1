import { z } from "zod";
import {
  CodeSchema,
  confirmField,
  emailField,
  isShortEnough,
  newPasswordField,
  passwordsMatch,
} from "~/domain/accounts/schema";
import { FIELD_MESSAGES as M } from "~/domain/identity/texts";

export const currentPassword = z
  .string({ error: M.passwordRequired })
  .min(1, M.passwordRequired)
  .refine(isShortEnough, M.passwordLong);

/** What `/settings/security` takes; each intent with its own fields. */
export const SecuritySchema = z.discriminatedUnion("intent", [
  z
    .object({
      intent: z.literal("password"),
      currentPassword,
      password: newPasswordField,
      confirmPassword: confirmField,
    })
    .refine(passwordsMatch.check, passwordsMatch.options),
  z.object({ intent: z.literal("email"), currentPassword, email: emailField }),
  z.object({ intent: z.literal("end-session"), session: z.string().max(64) }),
  z.object({ intent: z.literal("end-others") }),
]);

/** What `/settings/security/two-step` takes. */
export const TwoStepSchema = z.discriminatedUnion("intent", [
  CodeSchema.extend({ intent: z.literal("enable"), currentPassword, secret: z.string().max(64) }),
  z.object({ intent: z.literal("disable"), currentPassword }),
]);
