import { NO_SECRET_MAIL, type Notice } from "~/domain/identity/texts";
import { secretMailOrigin } from "~/platform/link-origin.server";

/** Says that no email with a secret is sent by the address of this request; null where it is. */
export function refusalOfSecretMail(): Notice | null {
  return secretMailOrigin() === null ? NO_SECRET_MAIL : null;
}
