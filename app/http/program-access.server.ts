import { createHash } from "node:crypto";
import type { Member } from "~/domain/member/member";
import { CALLS_AN_HOUR, type KeyScope } from "~/domain/portability/programs/access-key";
import { useAccessKey } from "~/domain/portability/programs/access-keys.server";
import { t } from "~/i18n/t";
import { houseOrigin } from "~/platform/house-origin.server";
import { fail } from "./api.server";
import { isTagNamed } from "./entity-tag";

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
export async function requireProgram(request: Request, scope: KeyScope): Promise<Member> {
  const challenge = { "WWW-Authenticate": "Bearer" };
  const { searchParams } = new URL(request.url);
  if ([...searchParams.values()].some((value) => value.startsWith("snk_")))
    throw fail(401, IN_ADDRESS, undefined, challenge);
  const use = await useAccessKey(bearer(request.headers) ?? "", scope);
  if (use.ok) return use.member;
  if ("seconds" in use) {
    const text = t("That is more than {most} calls in an hour. Please wait {seconds} seconds.", {
      most: CALLS_AN_HOUR,
      seconds: use.seconds,
    });
    throw fail(429, text, undefined, { "Retry-After": String(use.seconds) });
  }
  if (use.code === "unknown") throw fail(401, UNKNOWN, undefined, challenge);
  if (use.code === "scope") throw fail(403, OTHER_SCOPE[scope]);
  throw fail(409, SEALED);
}

/** A JSON answer with a tag: a program that has it already gets 304 and no body. */
export function taggedJson(request: Request, body: unknown, headers: Record<string, string> = {}): Response {
  const text = JSON.stringify(body);
  const etag = `"${createHash("sha256").update(text).digest("base64url").slice(0, 27)}"`;
  const all = { ...headers, ETag: etag, "Cache-Control": "private, no-cache", Vary: "Authorization" };
  if (isTagNamed(request.headers.get("If-None-Match"), etag))
    return new Response(null, { status: 304, headers: all });
  return new Response(text, { headers: { ...all, "Content-Type": "application/json; charset=utf-8" } });
}

/** An address of this house as programs need it, with its origin. */
export const absoluteAddress = (path: string) => `${houseOrigin()}${path}`;
