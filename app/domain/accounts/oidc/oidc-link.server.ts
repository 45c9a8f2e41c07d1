import { duplicateKeyFields } from "#models/db/failures.server";
import { SessionModel } from "#models/session.server";
import { UserModel } from "#models/user.server";
import { securityChangeFields } from "~/domain/identity/sessions.server";
import type { Member } from "~/domain/member/member";
import { audit } from "~/domain/operations/audit-log.server";
import type { MailMessage } from "~/domain/reminders/mail/mail-message";
import { sealPendingMail, wakeMailRunner } from "~/domain/reminders/mail/outbox.server";
import { t } from "~/i18n/t";
import { now } from "~/platform/clock";
import { env } from "~/platform/env.server";
import type { OidcIdentity } from "~/platform/oidc/tokens.server";
import { linkOrigin } from "~/platform/request-context.server";
import { hashToken } from "~/platform/signing.server";
import { oidcSubjectKey } from "./oidc-sign-in.server";

type ProviderMail = { kind: "provider-linked" | "provider-unlinked"; to: string; name: string };

/** Emails about the OIDC connection. `origin` is the public origin, never taken from a request. */
function providerMail({ kind, to, name }: ProviderMail, origin: string): MailMessage {
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

const sealProviderMail = (kind: "provider-linked" | "provider-unlinked", { email }: Member, name: string) =>
  sealPendingMail(providerMail({ kind, to: email, name }, linkOrigin()), now());

/**
 * Connects the member's account with an OIDC identity.
 * @returns `other_account` when the identity belongs to another account, or the account to another identity
 */
export async function connectOidc(
  member: Member,
  identity: OidcIdentity,
  name: string,
): Promise<"connected" | "other_account"> {
  const key = oidcSubjectKey(identity);
  try {
    const { modifiedCount } = await UserModel.updateOne(
      { _id: member.id, atProvider: null },
      {
        $set: { atProvider: { key, since: now() } },
        $push: { pendingMail: sealProviderMail("provider-linked", member, name) },
      },
    );
    // Connecting the same identity again changes nothing; another one requires disconnecting first.
    if (modifiedCount === 0)
      return (await UserModel.exists({ _id: member.id, "atProvider.key": key }))
        ? "connected"
        : "other_account";
  } catch (error) {
    if (!duplicateKeyFields(error)) throw error;
    return "other_account";
  }
  await audit({ kind: "provider.linked", actorId: member.id, subjectId: member.id });
  wakeMailRunner();
  return "connected";
}

/** Disconnects the account and ends its other OIDC sessions. Refused when nothing else would open the account. */
export async function disconnectOidc(
  member: Member,
  currentSecret: string | undefined,
  name: string,
): Promise<"disconnected" | "no_password" | "only_way"> {
  if (env.OIDC_ONLY) return "only_way";
  const { modifiedCount } = await UserModel.updateOne(
    { _id: member.id, atProvider: { $ne: null }, passwordHash: { $gt: "" } },
    {
      $set: { atProvider: null, ...securityChangeFields() },
      $push: { pendingMail: sealProviderMail("provider-unlinked", member, name) },
    },
  );
  if (modifiedCount === 0) return member.hasPassword ? "disconnected" : "no_password";
  const keep = currentSecret ? hashToken(currentSecret) : "";
  await SessionModel.deleteMany({ userId: member.id, way: "provider", _id: { $ne: keep } });
  await audit({ kind: "provider.unlinked", actorId: member.id, subjectId: member.id });
  wakeMailRunner();
  return "disconnected";
}
