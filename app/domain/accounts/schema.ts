import { z } from "zod";
import { DELETE_WORD } from "~/domain/accounts/deletion/deletion";
import { PasskeyUnlockSchema } from "~/domain/accounts/passkeys/schema";
import {
  canonicalEmail,
  confirmPasswordField,
  currentPasswordField,
  emailField,
  emailKey,
  isPasswordShortEnough,
  newPasswordField,
  passwordsMatch,
  usernameField,
} from "~/domain/identity/account-fields";
import { LOCK_MINUTES } from "~/domain/identity/session-policy";
import { CODE_TEXTS, FIELD_MESSAGES as M } from "~/domain/identity/texts";
import { TIERS } from "~/domain/member/plan";
import { checkbox, INVALID_CHOICE } from "~/domain/member/setting-schemas";
import {
  MAX_INSTANCE_NAME_LENGTH,
  MAX_WELCOME_LENGTH,
  PRAYER_LIST_MODES,
  REGISTRATION_MODES,
} from "~/domain/operations/instance-settings";
import { t } from "~/i18n/t";

const CHOOSE = t("Please choose one.");

/** All optional, because the form omits the settings that the environment fixes. */
const instanceFields = {
  houseName: z
    .string()
    .trim()
    .max(
      MAX_INSTANCE_NAME_LENGTH,
      t("Please use at most {most} characters.", { most: MAX_INSTANCE_NAME_LENGTH }),
    )
    .regex(/^[^\p{Cc}<>]*$/u, t("Please leave out < and >."))
    .optional(),
  registration: z.enum(REGISTRATION_MODES, CHOOSE).optional(),
  defaultPlan: z.enum(TIERS, CHOOSE).optional(),
  welcome: z
    .string()
    .trim()
    .refine(
      (text) => [...text].length <= MAX_WELCOME_LENGTH,
      t("Please keep it under {most} characters.", { most: "2,000" }),
    )
    .optional(),
};

/** The form of the instance settings. */
export const InstanceSchema = z.object({
  intent: z.literal("save"),
  ...instanceFields,
  sharedWay: z
    .string()
    .regex(/^[a-z0-9-]{0,60}$/, CHOOSE)
    .optional(),
  prayerList: z.enum(PRAYER_LIST_MODES, CHOOSE).optional(),
  wayOnToday: z.enum(["on", "off"], CHOOSE).optional(),
});

/** The sign-in form, see docs/product.md#sign-in. */
export const LoginSchema = z.object({
  email: emailField,
  password: z
    .string({ error: M.passwordRequired })
    .min(1, { error: M.passwordRequired, abort: true })
    .refine(isPasswordShortEnough, M.passwordLong)
    .min(6, M.passwordLoginShort),
  rememberMe: checkbox,
  redirectTo: z.string().optional(),
});

/** `POST /api/auth/login`: the form, and the two-step code in the same body. */
export const LoginCallSchema = LoginSchema.extend({ code: z.string().trim().max(40).optional() });

const registration = {
  /** Secret of an invitation; an overlong one is treated as unknown. */
  invitation: z.string().trim().max(200).optional().catch("unknown"),
  username: usernameField,
  email: emailField,
  password: newPasswordField,
  confirmPassword: confirmPasswordField,
};

/** `/setup`: the first administrator and the instance settings. */
export const SetupSchema = z
  .object({
    email: emailField,
    username: usernameField,
    password: newPasswordField,
    confirmPassword: confirmPasswordField,
    ...instanceFields,
  })
  .refine(passwordsMatch.check, passwordsMatch.options);
export type SetupInput = z.output<typeof SetupSchema>;

export const RegisterSchema = z
  .object({ ...registration, agreeToTerms: checkbox.refine((agreed) => agreed, M.termsRequired) })
  .refine(passwordsMatch.check, passwordsMatch.options);
export type RegisterInput = Omit<z.output<typeof RegisterSchema>, "agreeToTerms">;

/** `POST /api/auth/register`: without agreeToTerms; an empty confirmPassword defaults to the password. */
export const RegisterCallSchema = z
  .looseObject({ password: z.unknown().optional(), confirmPassword: z.unknown().optional() })
  .transform((body) => ({ ...body, confirmPassword: body.confirmPassword || body.password }))
  .pipe(z.object(registration).refine(passwordsMatch.check, passwordsMatch.options));

export const ResendSchema = z.object({ email: emailField });

export const CodeSchema = z.object({
  code: z.string({ error: CODE_TEXTS.required }).trim().min(1, CODE_TEXTS.required).max(40),
});

export const JournalPasswordSchema = LoginSchema.pick({ password: true });

/** `/unlock` */
export const UnlockSchema = LoginSchema.pick({ password: true }).extend({
  redirectTo: z.string().max(2000).optional(),
});

/** `/auth/reset-password`: a new password, with a recovery code if the journal is sealed. */
export const NewPasswordSchema = z
  .object({
    password: newPasswordField,
    confirmPassword: confirmPasswordField,
    recoveryCode: z.string().trim().max(80, CODE_TEXTS.wrong).optional(),
    /** Requests a journal reset instead of using a recovery code. */
    intent: z.literal("abandon").optional(),
  })
  .refine(passwordsMatch.check, passwordsMatch.options);

/** `/auth/reset-password?step=methods` */
export const RemoveMethodSchema = z.object({
  intent: z.literal("removeMethod"),
  method: z.string().max(64),
});

export const RequestResetSchema = z.object({ email: emailField });

/** `/settings/security` */
export const SecuritySchema = z.discriminatedUnion("intent", [
  z
    .object({
      intent: z.literal("password"),
      currentPassword: currentPasswordField,
      password: newPasswordField,
      confirmPassword: confirmPasswordField,
    })
    .refine(passwordsMatch.check, passwordsMatch.options),
  z.object({ intent: z.literal("email"), currentPassword: currentPasswordField, email: emailField }),
  z.object({ intent: z.literal("end-session"), session: z.string().max(64) }),
  z.object({ intent: z.literal("end-others") }),
  z.object({
    intent: z.literal("lock-after"),
    lockAfter: z.enum(LOCK_MINUTES.map(String), INVALID_CHOICE).optional(),
  }),
  z.object({ intent: z.literal("quick-exit"), quickExit: z.enum(["on", "off"], INVALID_CHOICE) }),
  z.object({ intent: z.literal("link"), currentPassword: currentPasswordField }),
  z.object({ intent: z.literal("unlink") }),
]);

/** `/settings/security/two-step` */
export const TwoStepSchema = z.discriminatedUnion("intent", [
  CodeSchema.extend({
    intent: z.literal("enable"),
    currentPassword: currentPasswordField,
    secret: z.string().max(64),
  }),
  z.object({ intent: z.literal("disable"), currentPassword: currentPasswordField }),
]);

/** `POST /api/lock`: keep the session open, ask for its state, or unlock it. */
export const LockCallSchema = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("stay") }),
  z.object({ intent: z.literal("ask"), owner: z.string().max(64) }),
  UnlockSchema.extend({ intent: z.literal("unlock"), owner: z.string().max(64) }),
  PasskeyUnlockSchema,
]);

const deletionWord = z
  .string({ error: t("Please type the word “{deleteWord}”.", { deleteWord: DELETE_WORD }) })
  .refine(
    (text) => text.trim().toLowerCase() === DELETE_WORD,
    t("Please type the word “{deleteWord}”.", { deleteWord: DELETE_WORD }),
  );

/** `/settings/delete` */
export const DeleteSchema = z.object({ currentPassword: currentPasswordField, word: deletionWord });

/** Longer than a code with every dash doubled. */
const MAX_CODE_LENGTH = 80;

/** `/settings/security/seal` */
export const SealSchema = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("seal"), currentPassword: currentPasswordField }),
  z.object({
    intent: z.literal("confirm"),
    code: z
      .string({ error: CODE_TEXTS.required })
      .trim()
      .min(1, CODE_TEXTS.required)
      .max(MAX_CODE_LENGTH, CODE_TEXTS.wrong),
  }),
  z.object({ intent: z.literal("newcodes"), currentPassword: currentPasswordField }),
  z.object({ intent: z.literal("unseal"), currentPassword: currentPasswordField }),
  z.object({ intent: z.literal("keep") }),
]);

const MAX_INVITATIONS = 50;

/** One email address per line, without duplicates. */
const invitationEmails = z
  .string()
  .max(
    MAX_INVITATIONS * 260,
    t("Please invite at most {count} people at a time.", { count: MAX_INVITATIONS }),
  )
  .default("")
  .transform((text, context) => {
    const lines = text.split(/[\n,;]+/).map((line) => line.trim());
    const found = new Map<string, string>();
    for (const line of lines.filter(Boolean)) {
      const email = canonicalEmail(line);
      if (email) found.set(emailKey(email), email);
      else
        context.addIssue({
          code: "custom",
          message: t("“{line}” is not an email address.", { line: line.slice(0, 80) }),
        });
    }
    if (found.size > MAX_INVITATIONS)
      context.addIssue({
        code: "custom",
        message: t("Please invite at most {count} people at a time.", { count: MAX_INVITATIONS }),
      });
    return [...found.values()];
  });

/** `/admin/invitations` */
export const InvitationsSchema = z.discriminatedUnion(
  "intent",
  [
    z.object({
      intent: z.literal("create"),
      emails: invitationEmails,
      note: z.string().trim().max(200, t("Please keep the note under 200 characters.")).default(""),
    }),
    z.object({ intent: z.literal("withdraw"), invitationId: z.string().max(100) }),
  ],
  t("Please use the buttons on this page."),
);
