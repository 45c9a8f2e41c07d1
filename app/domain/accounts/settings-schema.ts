import { z } from "zod";
import { PROMPT_SETS } from "~/domain/journal/kinds";
import { PASSAGE_PLANS } from "~/domain/scripture/passage-plan";
import { FIELD_MESSAGES as M } from "./messages";
import {
  CodeSchema,
  checkbox,
  confirmField,
  emailField,
  isShortEnough,
  newPasswordField,
  passwordsMatch,
  usernameField,
} from "./schema";

/** What the settings pages take. */

const currentPassword = z
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

const nameField = z.string().trim().max(60, "Please use at most 60 characters").optional().default("");

/** `/settings`: names, username and zone. */
export const ProfileSchema = z.object({
  firstName: nameField,
  lastName: nameField,
  username: usernameField,
  timezone: z.string().trim().max(64).optional().default(""),
});
export type ProfileInput = z.output<typeof ProfileSchema>;

const CHOOSE = "Please choose one of these.";
const promptSetPreference = z.enum(PROMPT_SETS, CHOOSE);

/** Seed section 5: "Prompt times are parsed as HH:MM." One digit for the hour is understood as well. */
const promptTime = z
  .string({ error: M.timeInvalid })
  .trim()
  .regex(/^([01]?\d|2[0-3]):[0-5]\d$/, M.timeInvalid)
  .transform((text) => text.padStart(5, "0"));

/** `/settings/prayer`: how a person likes to pray (contract section 3). */
export const PrayerSchema = z.object({
  promptSetPreference,
  morningPromptTime: promptTime,
  eveningPromptTime: promptTime,
  timezone: z.string().trim().max(64).optional().default(""),
  passagePlan: z.enum(PASSAGE_PLANS, CHOOSE),
  onePage: checkbox,
  showSeason: checkbox,
});
export type PrayerInput = z.output<typeof PrayerSchema>;

/** `PATCH /api/user/settings` (seed section 7). */
export const PrayerCallSchema = z.object({ promptSetPreference });
