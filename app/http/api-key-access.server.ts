import { createHash } from "node:crypto";
import type { Member } from "~/domain/member/member";
import { MAX_CALLS_PER_HOUR, type KeyScope } from "~/domain/portability/api/api-key";
import { authenticateApiKey } from "~/domain/portability/api/api-keys.server";
import { t } from "~/i18n/t";
import { linkOrigin } from "~/platform/link-origin.server";
import { jsonError } from "./api.server";
import { matchesEtag } from "./etag";

const UNKNOWN = t(
  "Send a key of your own as “Authorization: Bearer snk_…”. This one is missing, expired or revoked.",
);
const IN_ADDRESS = t(
  "A key belongs into the Authorization header, never into the address, where others can read it. Please revoke this one.",
);
const OTHER_SCOPE: Record<KeyScope, string> = {
  read: t("This key may add pages and read none. Please create one that reads."),
  add: t("This key may read and add nothing. Please create one that adds."),
};
const SEALED = t(
  "This journal is sealed: only its writer opens it, by signing in. Programs can neither read it nor add to it.",
);

const bearer = (headers: Headers) => /^Bearer +(\S{1,200})$/i.exec(headers.get("Authorization") ?? "")?.[1];

/**
 * The person whose program asks, by the key in its header and by nothing else: cookies say nothing here. Throws the answer
 * that refuses it.
 */
export async function requireApiKey(request: Request, scope: KeyScope): Promise<Member> {
  const challenge = { "WWW-Authenticate": "Bearer" };
  const { searchParams } = new URL(request.url);
  if ([...searchParams.values()].some((value) => value.startsWith("snk_")))
    throw jsonError(401, IN_ADDRESS, undefined, challenge);
  const use = await authenticateApiKey(bearer(request.headers) ?? "", scope);
  if (use.ok) return use.member;
  if ("seconds" in use) {
    const text = t("That is more than {most} calls in an hour. Please wait {seconds} seconds.", {
      most: MAX_CALLS_PER_HOUR,
      seconds: use.seconds,
    });
    throw jsonError(429, text, undefined, { "Retry-After": String(use.seconds) });
  }
  if (use.code === "unknown") throw jsonError(401, UNKNOWN, undefined, challenge);
  if (use.code === "scope") throw jsonError(403, OTHER_SCOPE[scope]);
  throw jsonError(409, SEALED);
}

/** A JSON answer with a tag: a program that has it already gets 304 and no body. */
export function jsonWithEtag(
  request: Request,
  body: unknown,
  headers: Record<string, string> = {},
): Response {
  const text = JSON.stringify(body);
  const etag = `"${createHash("sha256").update(text).digest("base64url").slice(0, 27)}"`;
  const all = { ...headers, ETag: etag, "Cache-Control": "private, no-cache", Vary: "Authorization" };
  if (matchesEtag(request.headers.get("If-None-Match"), etag))
    return new Response(null, { status: 304, headers: all });
  return new Response(text, { headers: { ...all, "Content-Type": "application/json; charset=utf-8" } });
}

/** An address of this house as programs need it, with its origin. */
export const absoluteUrl = (path: string) => `${linkOrigin()}${path}`;
