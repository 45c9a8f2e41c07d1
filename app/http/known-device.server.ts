import { emailKey } from "~/domain/identity/account-fields";
import { KNOWN_ACCOUNTS } from "~/domain/identity/session-policy";
import { randomToken, sign } from "~/platform/signing.server";
import { clientNetwork } from "./client-address.server";
import { knownDeviceCookie } from "./cookies.server";

/**
 * A browser in which a person has signed in before counts its failures separately: strangers who try that account from
 * elsewhere, or from the same network, cannot lock its owner out.
 */
type Known = { device: string; accounts: string[] };

const accountFingerprint = (email: string) => sign("known-device", emailKey(email)).slice(0, 16);

async function read(request: Request): Promise<Known | undefined> {
  const value: unknown = await knownDeviceCookie.parse(request.headers.get("Cookie")).catch(() => null);
  if (typeof value !== "object" || value === null || !("device" in value) || !("accounts" in value))
    return undefined;
  return Array.isArray(value.accounts) && typeof value.device === "string" ? (value as Known) : undefined;
}

/** The id of this browser if it is known to the account. */
async function knownDevice(request: Request, email: string): Promise<string | undefined> {
  const known = await read(request);
  return known?.accounts.includes(accountFingerprint(email)) ? known.device : undefined;
}

/** Whether this browser is known to any account. */
export async function isKnownDevice(request: Request): Promise<boolean> {
  return (await read(request)) !== undefined;
}

/** Who asks, as lockouts count it. */
export async function clientOf(
  request: Request,
  email: string,
): Promise<{ network: string; device?: string }> {
  return { network: clientNetwork(request), device: await knownDevice(request, email) };
}

/** The cookie that makes this browser known to the account from now on. */
export async function rememberDevice(request: Request, email: string): Promise<string> {
  const known = await read(request);
  const mark = accountFingerprint(email);
  const accounts = [mark, ...(known?.accounts ?? []).filter((other) => other !== mark)].slice(
    0,
    KNOWN_ACCOUNTS,
  );
  return knownDeviceCookie.serialize({ device: known?.device ?? randomToken(16), accounts });
}
