import { PASSWORD } from "#tests/factories/user";
import { SoftAuthenticator } from "#tests/support/authenticator";
import { callJson, cookieOf, ORIGIN } from "#tests/support/request";
import { action as signInOptions } from "~/routes/api/auth-passkey-options";
import { action as add } from "~/routes/api/passkeys";
import { action as addOptions } from "~/routes/api/passkeys-options";

export type PasskeyOptions = Parameters<SoftAuthenticator["create"]>[0];

/** Adds a passkey to the member of a session, as their page does. */
export async function addPasskey(session: string, name = "My phone"): Promise<SoftAuthenticator> {
  const key = new SoftAuthenticator(ORIGIN);
  const fields = { name, currentPassword: PASSWORD };
  const { data } = await callJson(addOptions, "/api/passkeys/options", fields, { session });
  const credential = key.create(data as PasskeyOptions);
  const { status } = await callJson(add, "/api/passkeys", { name, credential }, { session });
  if (status !== 201) throw new Error(`The passkey was not added: ${status}`);
  return key;
}

/** Requests the options of a sign-in, with the cookie of the challenge. */
export async function passkeySignInOptions(): Promise<{ options: PasskeyOptions; Cookie: string }> {
  const reply = await callJson(signInOptions, "/api/auth/passkey/options", {});
  return { options: reply.data as PasskeyOptions, Cookie: cookieOf(reply, "visitor") ?? "" };
}
