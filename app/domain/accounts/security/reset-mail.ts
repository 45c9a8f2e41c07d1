import type { Letter } from "~/domain/mail/letter";
import { t } from "~/i18n/t";

/** The sign-in methods of an account beside its password: the provider's name, and the names of the passkeys. */
export type OtherNames = { provider: string | null; passkeys: string[] };

/**
 * Tells the owner of a password reset what else opens the account. `secret` belongs to the link to the page that removes
 * each of these. `origin` is the public address, never taken from a request.
 */
export function resetMail(
  { to, secret, others }: { to: string; secret: string; others: OtherNames },
  origin: string,
): Letter {
  const names = [
    ...(others.provider === null ? [] : [others.provider]),
    ...others.passkeys.map((name) => t("The passkey “{name}”", { name })),
  ];
  return {
    kind: "password-changed",
    to,
    subject: t("Your password has been changed"),
    lines: [
      t(
        "The password of your Still and Know account has just been reset, and you have been signed out everywhere.",
      ),
      t("This opens your account too:"),
      ...names.map((name) => `– ${name}`),
      t("Please look whether you know all of it. On this page one press removes each:"),
    ],
    link: {
      url: `${origin}/auth/reset-password?step=methods&token=${secret}`,
      label: t("What else opens your account"),
    },
    after: [
      t("The link works for seven days."),
      t(
        "If it was not you who chose a new password, please choose another one at once, with “Forgot your password?” on the sign-in page.",
      ),
    ],
  };
}
