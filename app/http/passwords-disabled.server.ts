import { passwordsOff } from "~/domain/accounts/oidc/texts";
import { currentInstance } from "~/domain/accounts/support/instance.server";

/** What is said to a password in a house that takes none; null where passwords open it. */
export function passwordsDisabledNotice(): { title: string; text: string } | null {
  const { provider } = currentInstance();
  return provider?.isOnly ? passwordsOff(provider.name) : null;
}
