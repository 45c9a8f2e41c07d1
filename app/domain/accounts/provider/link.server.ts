import { duplicateKeyFields } from "#models/db/failures.server";
import { SessionModel } from "#models/session.server";
import { UserModel } from "#models/user.server";
import { audit } from "~/domain/audit/log.server";
import { securedNow } from "~/domain/identity/sessions/secured-now.server";
import { sealPendingMail } from "~/domain/mail/outbox.server";
import { wakeMailRunner } from "~/domain/mail/runner.server";
import type { Member } from "~/domain/member/member";
import { now } from "~/platform/clock";
import { env } from "~/platform/env.server";
import { houseOrigin } from "~/platform/house-origin.server";
import type { ProviderPerson } from "~/platform/oidc/tokens.server";
import { hashToken } from "~/platform/signing.server";
import { keyAtProvider } from "./enter.server";
import { providerMail } from "./provider-mail";

const letter = (kind: "provider-linked" | "provider-unlinked", { email }: Member, name: string) =>
  sealPendingMail(providerMail({ kind, to: email, name }, houseOrigin()), now());

/** From now on this sign-in at the provider opens the account of who is signed in. */
export async function connectProvider(
  member: Member,
  person: ProviderPerson,
  name: string,
): Promise<"connected" | "other_account"> {
  const key = keyAtProvider(person);
  try {
    const { modifiedCount } = await UserModel.updateOne(
      { _id: member.id, atProvider: null },
      {
        $set: { atProvider: { key, since: now() } },
        $push: { pendingMail: letter("provider-linked", member, name) },
      },
    );
    // Once more with the same changes nothing; with another one the first has to go before.
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

/** The provider opens the account no more. Not where nothing else would; what was begun through it elsewhere ends. */
export async function disconnectProvider(
  member: Member,
  currentSecret: string | undefined,
  name: string,
): Promise<"disconnected" | "no_password" | "only_way"> {
  if (env.OIDC_ONLY) return "only_way";
  const { modifiedCount } = await UserModel.updateOne(
    { _id: member.id, atProvider: { $ne: null }, passwordHash: { $gt: "" } },
    {
      $set: { atProvider: null, ...securedNow() },
      $push: { pendingMail: letter("provider-unlinked", member, name) },
    },
  );
  if (modifiedCount === 0) return member.hasPassword ? "disconnected" : "no_password";
  const keep = currentSecret ? hashToken(currentSecret) : "";
  await SessionModel.deleteMany({ userId: member.id, way: "provider", _id: { $ne: keep } });
  await audit({ kind: "provider.unlinked", actorId: member.id, subjectId: member.id });
  wakeMailRunner();
  return "disconnected";
}
