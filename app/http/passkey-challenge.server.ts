import type { ActionFunctionArgs } from "@remix-run/node";
import type { z } from "zod";
import { auditRefusedPasskey, type OneTimeChallenge } from "~/domain/accounts/passkeys/passkeys.server";
import { MAX_PASSKEY_BODY_BYTES } from "~/domain/accounts/passkeys/schema";
import { currentInstance } from "~/domain/accounts/support/instance.server";
import { PASSKEY_TEXTS, PASSKEYS } from "~/domain/accounts/texts";
import { tryConsume } from "~/domain/limits/rate-limits.server";
import type { Member } from "~/domain/member/member";
import * as paths from "~/paths";
import { now } from "~/platform/clock";
import { linkOrigin } from "~/platform/request-context.server";
import { isSigned, randomToken, sign } from "~/platform/signing.server";
import { jsonError, jsonHandler, jsonOk, readJson, requireApiMember, requireSameOrigin } from "./api.server";
import { redirectWithToast, type CookieRequest } from "./cookies.server";
import { bindBrowser, browserBinding } from "./form/csrf.server";
import { BodyError } from "./request-body.server";

/**
 * What an authenticator signs: a random number and a time, signed by us for one browser and one purpose. So nothing is
 * stored for strangers who ask, two windows do not disturb each other, and each counts once.
 */
type Purpose = "sign-in" | `add ${number}` | `journal ${number}`;

const label = (purpose: Purpose, bound: string) => `passkey|${purpose}|${bound}`;

/** A fresh challenge, and the header that gives this browser an identity where it has none. */
export async function passkeyChallenge(
  request: CookieRequest,
  purpose: Purpose,
): Promise<{ origin: string; challenge: string; headers: Headers }> {
  const { bound, headers } = await bindBrowser(request);
  const body = `${randomToken(16)}.${(now().getTime() + PASSKEYS.answerMs).toString(36)}`;
  const challenge = Buffer.from(`${body}.${sign(label(purpose, bound), body)}`).toString("base64url");
  return { origin: linkOrigin(), challenge, headers };
}

/** What an answer of this browser is measured against. */
export async function passkeyExpectation(
  request: CookieRequest,
  purpose: Purpose,
): Promise<OneTimeChallenge> {
  const bound = await browserBinding(request);
  let seen = "";
  return {
    origin: linkOrigin(),
    isOurs: (challenge) => {
      const [nonce = "", until = "", signature = ""] = Buffer.from(challenge, "base64url")
        .toString()
        .split(".");
      seen = nonce;
      return (
        bound !== undefined &&
        isSigned(label(purpose, bound), `${nonce}.${until}`, signature) &&
        parseInt(until, 36) > now().getTime()
      );
    },
    spend: () => tryConsume(`passkey challenge|${seen}`, 1, PASSKEYS.answerMs),
  };
}

/** Where the house has a sign-in of its own that is the only one, no passkey opens it. @throws the answer that says so */
export function requirePasskeysEnabled(): void {
  if (currentInstance().provider?.isOnly) throw jsonError(403, PASSKEY_TEXTS.notHere.text);
}

/** Reads what a browser has answered. What is far larger is not read, and refused as every other wrong answer. */
export async function readPasskeyResponse<S extends z.ZodType>(
  args: ActionFunctionArgs,
  schema: S,
  refused: (status: number) => Promise<Response>,
): Promise<z.output<S>> {
  try {
    return await readJson(args, "POST", schema, MAX_PASSKEY_BODY_BYTES);
  } catch (error) {
    throw error instanceof BodyError && error.status === 413 ? await refused(413) : error;
  }
}

type Said = { title: string; text: string };

/**
 * A call with which someone signed in answers for a passkey. What is wrong in itself is refused as `refused` says, and noted; `act`
 * gives the answer to everything else.
 */
export function memberPasskeyAction<S extends z.ZodType>(
  args: ActionFunctionArgs,
  { schema, purpose, refused }: { schema: S; purpose: "add" | "journal"; refused: Said },
  act: (member: Member, input: z.output<S>, asked: OneTimeChallenge) => Promise<Response>,
): Promise<Response> {
  return jsonHandler(async () => {
    const { request } = args;
    requireSameOrigin(request, "POST");
    const member = await requireApiMember(request);
    requirePasskeysEnabled();
    const input = await readPasskeyResponse(args, schema, async (status) => {
      await auditRefusedPasskey(member);
      return jsonError(status, joinNotice(refused));
    });
    return act(member, input, await passkeyExpectation(request, `${purpose} ${member.id}`));
  });
}

/** What a call says of itself in one line. */
export const joinNotice = ({ title, text }: Said) => `${title}. ${text}`;

/** The answer of a call that was done: the page of passkeys comes next, and says so. */
export async function passkeySuccess(said: Said): Promise<Response> {
  const location = paths.settingsSecurityPasskeys();
  const { headers } = await redirectWithToast(location, { ...said, tone: "success" });
  const cookies = headers.getSetCookie().map((cookie): [string, string] => ["Set-Cookie", cookie]);
  return jsonOk({ location }, 201, cookies);
}
