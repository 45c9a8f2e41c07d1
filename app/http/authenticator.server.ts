import { Authenticator } from "remix-auth";
import { FormStrategy } from "remix-auth-form";
import { signIn, type SignInResult } from "~/domain/accounts/sign-in.server";
import { CLIENT_ADDRESS_HEADER, clientNetwork } from "./client-address.server";

/**
 * Checks credentials through remix-auth's form strategy. Sessions, lockouts and messages are ours: the strategy answers
 * with the use-case's result and never throws for a refusal.
 */
const authenticator = new Authenticator<SignInResult>();

const strategy = new FormStrategy<SignInResult>(({ form, request }) =>
  signIn(
    { email: String(form.get("email") ?? ""), password: String(form.get("password") ?? "") },
    { network: clientNetwork(request) },
  ),
);
authenticator.use(strategy, "login");

/** Runs the strategy on values that a schema has checked; the original body has been read already. */
export function authenticate(
  request: Request,
  credentials: { email: string; password: string },
): Promise<SignInResult> {
  const headers = new Headers();
  const address = request.headers.get(CLIENT_ADDRESS_HEADER);
  if (address) headers.set(CLIENT_ADDRESS_HEADER, address);
  const body = new URLSearchParams(credentials);
  return authenticator.authenticate("login", new Request(request.url, { method: "POST", headers, body }));
}
