import type { Letter } from "~/domain/mail/letter";
import { t } from "~/i18n/t";

type PasskeyMail = {
  kind: "passkey-added" | "passkey-removed" | "passkey-opens" | "passkey-copied";
  to: string;
  name: string;
};

/** Emails about passkeys. `origin` is the public address, never taken from a request. */
export function passkeyMail({ kind, to, name }: PasskeyMail, origin: string): Letter {
  const link = { url: `${origin}/settings/security/passkeys`, label: t("Your passkeys") };
  const wasItYou = t(
    "If this was you, all is well. If it was not, please sign in, look at your passkeys, and change your password at once.",
  );
  switch (kind) {
    case "passkey-added":
      return {
        kind,
        to,
        subject: t("A passkey has been added"),
        lines: [t("From now on the passkey “{name}” opens your Still and Know account.", { name })],
        link,
        after: [wasItYou],
      };
    case "passkey-removed":
      return {
        kind,
        to,
        subject: t("A passkey has been removed"),
        lines: [t("The passkey “{name}” no longer opens your Still and Know account.", { name })],
        link,
        after: [wasItYou],
      };
    case "passkey-opens":
      return {
        kind,
        to,
        subject: t("A passkey may open your sealed journal"),
        lines: [
          t(
            "From now on the passkey “{name}” opens your sealed Still and Know journal too, beside your password and your recovery codes.",
            { name },
          ),
        ],
        link,
        after: [wasItYou],
      };
    case "passkey-copied":
      return {
        kind,
        to,
        subject: t("One of your passkeys may have been copied"),
        lines: [
          t(
            "Someone, perhaps you, has just tried to sign in with the passkey “{name}”. It counts how often it is used, and its count had gone back, as that of a copy would. Nobody was signed in.",
            { name },
          ),
        ],
        link,
        after: [t("Please sign in with your password, remove this passkey, and add it again.")],
      };
  }
}
