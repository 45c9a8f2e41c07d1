import type { ActionFunctionArgs } from "@remix-run/node";
import type { z } from "zod";
import { auditRefusedPasskey, type OneTimeChallenge } from "~/domain/accounts/passkeys/passkeys.server";
import { MAX_PASSKEY_BODY_BYTES } from "~/domain/accounts/passkeys/schema";
import { currentInstance } from "~/domain/accounts/support/instance.server";
import { PASSKEY_TEXTS, PASSKEYS } from "~/domain/accounts/texts";
import type { Notice } from "~/domain/identity/texts";
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
 * WebAuthn challenges: a challenge is a nonce and an expiry, signed by us for one browser and one purpose. So nothing is
 * stored for anonymous visitors, two windows do not interfere, and each challenge can be used once.
 */

type Purpose = "sign-in" | `add ${number}` | `journal ${number}`;

const label = (purpose: Purpose, bound: string) => `passkey|${purpose}|${bound}`;

/** A new challenge, and the header that sets this browser's visitor cookie if it has no identity yet. */
export async function passkeyChallenge(
  request: CookieRequest,
  purpose: Purpose,
): Promise<{ origin: string; challenge: string; headers: Headers }> {
  const { bound, headers } = await bindBrowser(request);
  const body = `${randomToken(16)}.${(now().getTime() + PASSKEYS.answerMs).toString(36)}`;
  const challenge = Buffer.from(`${body}.${sign(label(purpose, bound), body)}`).toString("base64url");
  return { origin: linkOrigin(), challenge, headers };
}

/** The check of this browser's response to a challenge. */
export async function passkeyExpectation(
  request: CookieRequest,
  purpose: Purpose,
): Promise<OneTimeChallenge> {
  const bound = await browserBinding(request);
  let spent = "";
  return {
    origin: linkOrigin(),
    isIssuedChallenge: (challenge) => {
      const [nonce = "", until = "", signature = ""] = Buffer.from(challenge, "base64url")
        .toString()
        .split(".");
      spent = nonce;
      return (
        bound !== undefined &&
        isSigned(label(purpose, bound), `${nonce}.${until}`, signature) &&
        parseInt(until, 36) > now().getTime()
      );
    },
    spend: () => tryConsume(`passkey challenge|${spent}`, 1, PASSKEYS.answerMs),
  };
}

/** @throws the JSON error when single sign-on is the only sign-in method */
export function requirePasskeysEnabled(): void {
  if (currentInstance().provider?.isOnly) throw jsonError(403, PASSKEY_TEXTS.notHere.text);
}

/** Reads the authenticator's response. An oversized body gets the response of `refused`, like every other invalid one. */
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

/** A member's call with an authenticator's response. An oversized one is audited and gets the `refused` notice. */
export function memberPasskeyAction<S extends z.ZodType>(
  args: ActionFunctionArgs,
  { schema, purpose, refused }: { schema: S; purpose: "add" | "journal"; refused: Notice },
  act: (member: Member, input: z.output<S>, challenge: OneTimeChallenge) => Promise<Response>,
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

/** A notice in one line. */
export const joinNotice = ({ title, text }: Notice) => `${title}. ${text}`;

/** 201 with the path of the passkeys page, which shows the notice. */
export async function passkeySuccess(notice: Notice): Promise<Response> {
  const location = paths.settingsSecurityPasskeys();
  const { headers } = await redirectWithToast(location, { ...notice, tone: "success" });
  const cookies = headers.getSetCookie().map((cookie): [string, string] => ["Set-Cookie", cookie]);
  return jsonOk({ location }, 201, cookies);
}
