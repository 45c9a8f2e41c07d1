import { Authenticator } from "remix-auth";
import { FormStrategy } from "remix-auth-form";
import { signIn, type SignInInput, type SignInResult } from "~/domain/identity/sign-in.server";
import { env } from "~/platform/env.server";
import { CLIENT_ADDRESS_HEADER } from "./client-address.server";
import { clientOf } from "./known-device.server";

/**
 * Checks credentials through remix-auth's form strategy. Sessions, lockouts and messages are ours: the strategy answers
 * with the use-case's result and never throws for a refusal.
 */
const authenticator = new Authenticator<SignInResult>();

export type SignInForm = "login" | "admin-login";

function strategyFor(door: SignInForm) {
  return new FormStrategy<SignInResult>(async ({ form, request }) => {
    const input = { email: String(form.get("email") ?? ""), password: String(form.get("password") ?? "") };
    return signIn(input, {
      ...(await clientOf(request, input.email)),
      administratorsOnly: door === "admin-login",
      // Where no passwords are taken, one still opens the house for the first administrator.
      firstOnly: env.OIDC_ONLY,
    });
  });
}
authenticator.use(strategyFor("login"), "login");
authenticator.use(strategyFor("admin-login"), "admin-login");

/** Runs a strategy on values that a schema has checked; the original body has been read already. */
export function authenticate(
  request: Request,
  { email, password }: SignInInput,
  door: SignInForm = "login",
): Promise<SignInResult> {
  const headers = new Headers();
  for (const name of [CLIENT_ADDRESS_HEADER, "Cookie"]) {
    const value = request.headers.get(name);
    if (value) headers.set(name, value);
  }
  const body = new URLSearchParams({ email, password });
  return authenticator.authenticate(door, new Request(request.url, { method: "POST", headers, body }));
}
