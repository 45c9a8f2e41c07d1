/** How someone has signed in where it was not with a password: "provider" is the house's own sign-in, by OpenID Connect. */
export const SIGN_IN_WAYS = ["provider", "passkey"] as const;
export type SignInWay = (typeof SIGN_IN_WAYS)[number];
