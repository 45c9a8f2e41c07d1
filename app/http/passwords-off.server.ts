import { passwordsOff } from "~/domain/accounts/provider/texts";
import { thisHouse } from "~/domain/support/house.server";

/** What is said to a password in a house that takes none; null where passwords open it. */
export function refusalOfPasswords(): { title: string; text: string } | null {
  const { provider } = thisHouse();
  return provider?.isOnly ? passwordsOff(provider.name) : null;
}
