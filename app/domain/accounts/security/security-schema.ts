import { z } from "zod";
import { CodeSchema } from "~/domain/accounts/schema";
import {
  confirmField,
  currentPassword,
  newPasswordField,
  passwordsMatch,
} from "~/domain/identity/passwords/password-fields";
import { emailField } from "~/domain/identity/person-fields";
import { LOCK_MINUTES } from "~/domain/identity/sessions/lock-after";
import { CHOOSE } from "~/domain/member/setting-schemas";

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
  z.object({
    intent: z.literal("lock-after"),
    lockAfter: z.enum(LOCK_MINUTES.map(String), CHOOSE).optional(),
  }),
  z.object({ intent: z.literal("link"), currentPassword }),
  z.object({ intent: z.literal("unlink") }),
]);

/** What `/settings/security/two-step` takes. */
export const TwoStepSchema = z.discriminatedUnion("intent", [
  CodeSchema.extend({ intent: z.literal("enable"), currentPassword, secret: z.string().max(64) }),
  z.object({ intent: z.literal("disable"), currentPassword }),
]);
