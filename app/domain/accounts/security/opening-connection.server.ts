import type { UserRecord } from "#models/user.server";
import { env } from "~/platform/env.server";
import type { OtherNames } from "./reset-mail";

/** Whether the provider opens an account beside its password, and can be disconnected. */
export const hasOpeningConnection = ({ atProvider }: Pick<UserRecord, "atProvider">): boolean =>
  atProvider !== null && env.OIDC_ISSUER !== undefined && !env.OIDC_ONLY;

/** The sign-in methods of an account beside its password; null where there are none. */
export function otherNames(user: UserRecord, providerName: string): OtherNames | null {
  const provider = hasOpeningConnection(user) ? providerName : null;
  const passkeys = (user.passkeys ?? []).map(({ name }) => name);
  return provider !== null || passkeys.length > 0 ? { provider, passkeys } : null;
}
