import type { Letter } from "~/domain/mail/letter";
import { t } from "~/i18n/t";

type ProviderMail = { kind: "provider-linked" | "provider-unlinked"; to: string; name: string };

/** Emails about what opens an account beside its password. `origin` is the public address, never taken from a request. */
export function providerMail({ kind, to, name }: ProviderMail, origin: string): Letter {
  const link = { url: `${origin}/settings/security`, label: t("Your security settings") };
  if (kind === "provider-linked")
    return {
      kind,
      to,
      subject: t("You can sign in with {name} now", { name }),
      lines: [
        t(
          "Your Still and Know account has just been connected with {name}, which opens it from now on, too.",
          {
            name,
          },
        ),
      ],
      link,
      after: [
        t(
          "If this was you, all is well. If it was not, please disconnect it there, and change your password at once.",
        ),
      ],
    };
  return {
    kind,
    to,
    subject: t("{name} no longer opens your account", { name }),
    lines: [
      t(
        "Your Still and Know account is no longer connected with {name}. Your password opens it, as before.",
        {
          name,
        },
      ),
    ],
    link,
    after: [t("If this was you, all is well. If it was not, please change your password at once.")],
  };
}
