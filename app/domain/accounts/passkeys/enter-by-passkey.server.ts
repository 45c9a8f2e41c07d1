import { UserModel } from "#models/user.server";
import { noteRefusedSignIn } from "~/domain/accounts/provider/enter.server";
import { openByPasskey } from "~/domain/identity/keys/passkey-wrap.server";
import type { SessionOwner } from "~/domain/identity/sessions/session-keys.server";
import { undoNewBeginning } from "~/domain/identity/sign-in/new-beginning.server";
import { requestOptions } from "~/platform/webauthn.server";
import { PASSKEYS } from "./limits";
import { type PasskeyProof } from "./passkey";
import type { AskedOnce } from "./passkeys.server";
import { countPasskeyUse, provePasskey } from "./prove-passkey.server";

export type PasskeyEntry =
  | {
      ok: true;
      user: SessionOwner;
      email: string;
      /** A sealed journal asks for its password, unless this passkey may open it too and has computed its key. */
      asks: "nothing" | "password";
      isLeaving: boolean;
      /** A new beginning was asked for, and opening the sealed journal has undone it. */
      isKept: boolean;
    }
  | { ok: false; code: "refused" | "email_unverified" }
  | { ok: false; code: "locked"; seconds: number };

/** What a browser is asked for at the door: any passkey for this house. */
export const passkeyRequest = ({ origin, challenge }: { origin: string; challenge: string }) =>
  requestOptions(origin, challenge, PASSKEYS.answerMs);

type Client = { network: string; subnet: string };

/** Signs someone in who holds one of their passkeys. Every reason against it is one answer. */
export async function enterByPasskey(
  { credential: answer, computed }: PasskeyProof,
  asked: AskedOnce,
  client: Client,
): Promise<PasskeyEntry> {
  const user = await UserModel.findOne({ "passkeys.id": answer.id }).lean();
  const passkey = user?.passkeys?.find(({ id }) => id === answer.id);
  const proof = user && passkey ? await provePasskey(answer, passkey, asked) : "unknown";
  if (!user || !passkey || typeof proof === "string") return refused(String(proof), client);
  if (user.status === "locked" || user.beginning?.emptying) return refused("account", client, user._id);
  if (!(await countPasskeyUse(user, passkey, proof.counter))) return refused("counter", client, user._id);
  const keys = openByPasskey(user, passkey.id, computed);
  const isKept = keys !== null && (await undoNewBeginning(user));
  if (!user.emailVerifiedAt) return { ok: false, code: "email_unverified" };
  const { _id, email, securityStamp } = user;
  return {
    ok: true,
    user: { _id, securityStamp, keys },
    email,
    asks: user.sealing && !keys ? "password" : "nothing",
    isLeaving: user.status === "deleting",
    isKept,
  };
}

async function refused(reason: string, client: Client, subjectId?: number): Promise<PasskeyEntry> {
  const seconds = await noteRefusedSignIn(reason, client, subjectId, "passkey");
  return seconds > 0 ? { ok: false, code: "locked", seconds } : { ok: false, code: "refused" };
}
