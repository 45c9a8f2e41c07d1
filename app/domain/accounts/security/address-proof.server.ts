import type { UserRecord } from "#models/user.server";
import { securedNow } from "~/domain/identity/sessions/secured-now.server";
import { randomToken } from "~/platform/signing.server";

type Address = Pick<UserRecord, "emailVerifiedAt" | "emailUnproven">;

/**
 * Whether the account's address was ever proven: by a mailed link, or by the provider. An administrator who lets a member
 * in, and an instance that sends no mail, take the address on trust.
 */
export const hasProvenAddress = ({ emailVerifiedAt, emailUnproven }: Address): boolean =>
  emailVerifiedAt !== null && !emailUnproven;

/**
 * The change that leaves no earlier sign-in method in an account whose address is proven for the first time: its
 * connection and passkeys may belong to a registrant who used another person's address. The new stamp ends sessions and API keys.
 */
export const removeSignInMethods = ({ sealing }: Pick<UserRecord, "sealing">) => ({
  atProvider: null,
  passkeys: [],
  ...(sealing && { "sealing.byPasskey": [] }),
  securityStamp: randomToken(16),
  ...securedNow(),
});

/** Identifies the browser that registered an account, by the identity at the provider where there is one. */
export const registrationMark = ({ _id, atProvider }: Pick<UserRecord, "_id" | "atProvider">): string =>
  atProvider ? `${_id}.${atProvider.key}` : String(_id);
