import { createHash } from "node:crypto";
import type { ActionFunctionArgs } from "@remix-run/node";
import type { z } from "zod";
import { JOURNAL_FULL } from "~/domain/limits/journal-quota";
import { JournalFullError } from "~/domain/limits/journal-quota.server";
import type { Member } from "~/domain/member/member";
import { failureOf } from "~/domain/operations/failures.server";
import { MAX_CALLS_PER_HOUR, type KeyScope } from "~/domain/portability/api/api-key";
import { authenticateApiKey } from "~/domain/portability/api/api-keys.server";
import { t } from "~/i18n/t";
import { linkOrigin } from "~/platform/request-context.server";
import { FAILURE_RESPONSES, METHOD_NOT_ALLOWED, runWithHeaders } from "./failure-responses.server";
import { BodyError, readJsonBody } from "./request-body.server";
import { originRefusal } from "./request-origin.server";
import { currentMember } from "./session.server";

/** JSON calls: the same use-cases as the forms in another envelope. */
export type ErrorsByField = Record<string, string[]>;

/** A JSON answer that no cache keeps. */
export function jsonOk(body: unknown, status = 200, headers: HeadersInit = {}): Response {
  const all = new Headers(headers);
  all.set("Cache-Control", "no-store");
  return Response.json(body, { status, headers: all });
}

/** An error: `{message, errors?}` with its status. */
export function jsonError(
  status: number,
  message: string,
  errors?: ErrorsByField,
  headers: HeadersInit = {},
): Response {
  return jsonOk(errors ? { message, errors } : { message }, status, headers);
}

/** 405 with the methods that are allowed. */
export const methodNotAllowedResponse = (allow: string) =>
  jsonError(405, METHOD_NOT_ALLOWED, undefined, { Allow: allow });

const notSignedIn = () => jsonError(401, t("Not authenticated"));

/** Turns passing failures and refused bodies into their JSON answers. */
export function jsonHandler(run: () => Promise<Response>): Promise<Response> {
  return runWithHeaders(async () => {
    try {
      return await run();
    } catch (error) {
      if (error instanceof Response) return error;
      if (error instanceof BodyError) return jsonError(error.status, error.message);
      if (error instanceof JournalFullError) return jsonError(413, JOURNAL_FULL.field);
      const failure = failureOf(error);
      if (failure)
        return jsonError(FAILURE_RESPONSES[failure].status, FAILURE_RESPONSES[failure].message, undefined, {
          "Retry-After": "5",
        });
      throw error;
    }
  });
}

/** Reads and checks a JSON body, after the origin. Throws the answer that refuses it. */
export async function readJson<S extends z.ZodType>(
  { request }: ActionFunctionArgs,
  method: "POST" | "PATCH",
  schema: S,
  limit?: number,
): Promise<z.output<S>> {
  requireSameOrigin(request, method);
  const result = schema.safeParse(withoutEmpty(await readJsonBody(request, limit)));
  if (result.success) return result.data;
  const errors: ErrorsByField = {};
  for (const issue of result.error.issues) (errors[issue.path.join(".")] ??= []).push(issue.message);
  throw jsonError(400, result.error.issues[0]?.message ?? t("The body is not valid."), errors);
}

/** An empty field counts as absent, as it does in a form, so that both doors give the same message. */
function withoutEmpty(body: unknown): unknown {
  if (typeof body !== "object" || body === null || Array.isArray(body)) return body;
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== ""));
}

/**
 * Refuses other methods and foreign pages. A call that says nothing of its origin is allowed: no page of another site can
 * send `application/json` here without the browser asking us first.
 */
export function requireSameOrigin(request: Request, method: "POST" | "PATCH"): void {
  const refusal = originRefusal(request);
  if (refusal) throw jsonError(403, refusal.message);
  if (request.method !== method) throw jsonError(405, METHOD_NOT_ALLOWED, undefined, { Allow: method });
}

/** The signed-in person; throws the 401 answer. */
export async function requireApiMember(request: Request): Promise<Member> {
  const member = await currentMember(request);
  if (!member) throw notSignedIn();
  return member;
}

/** Whether the tag of an answer is among those that an If-None-Match header names: then the client has it already. */
export function matchesEtag(ifNoneMatch: string | null, etag: string): boolean {
  return (ifNoneMatch ?? "").split(",").some((tag) => tag.trim().replace(/^W\//, "") === etag);
}

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
