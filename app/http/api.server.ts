import { createHash } from "node:crypto";
import type { ActionFunctionArgs } from "@remix-run/node";
import type { z } from "zod";
import { JOURNAL_FULL, JournalFullError } from "~/domain/limits/journal-quota";
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

type ErrorsByField = Record<string, string[]>;

/** A JSON response with `no-store`. */
export function jsonOk(body: unknown, status = 200, headers: HeadersInit = {}): Response {
  const all = new Headers(headers);
  all.set("Cache-Control", "no-store");
  return Response.json(body, { status, headers: all });
}

/** The body of an error is `{message, errors?}`. */
export function jsonError(
  status: number,
  message: string,
  errors?: ErrorsByField,
  headers: HeadersInit = {},
): Response {
  return jsonOk(errors ? { message, errors } : { message }, status, headers);
}

export const methodNotAllowedResponse = (allow: string) =>
  jsonError(405, METHOD_NOT_ALLOWED, undefined, { Allow: allow });

/** Runs a call; known failures and refused bodies become JSON errors. */
export function jsonHandler(run: () => Promise<Response>): Promise<Response> {
  return runWithHeaders(async () => {
    try {
      return await run();
    } catch (error) {
      if (error instanceof Response) return error;
      if (error instanceof BodyError) return jsonError(error.status, error.message);
      if (error instanceof JournalFullError) return jsonError(413, JOURNAL_FULL.field);
      const failure = failureOf(error);
      if (!failure) throw error;
      const { status, message } = FAILURE_RESPONSES[failure];
      return jsonError(status, message, undefined, { "Retry-After": "5" });
    }
  });
}

/** Checks the origin and validates the JSON body. @throws the JSON error */
export async function readJson<S extends z.ZodType>(
  { request }: ActionFunctionArgs,
  method: "POST" | "PATCH",
  schema: S,
  limit?: number,
): Promise<z.output<S>> {
  requireSameOrigin(request, method);
  const result = schema.safeParse(omitEmpty(await readJsonBody(request, limit)));
  if (result.success) return result.data;
  const errors: ErrorsByField = {};
  for (const issue of result.error.issues) (errors[issue.path.join(".")] ??= []).push(issue.message);
  throw jsonError(400, result.error.issues[0]?.message ?? t("The body is not valid."), errors);
}

/** Omits empty fields, as the form library does, so that both get the same messages. */
function omitEmpty(body: unknown): unknown {
  if (typeof body !== "object" || body === null || Array.isArray(body)) return body;
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== ""));
}

/**
 * Rejects other methods and foreign origins. A call without an origin is allowed: no page of another site can send
 * `application/json` without a CORS preflight. @throws the JSON error
 */
export function requireSameOrigin(request: Request, method: "POST" | "PATCH"): void {
  const refusal = originRefusal(request);
  if (refusal) throw jsonError(403, refusal.message);
  if (request.method !== method) throw methodNotAllowedResponse(method);
}

/** @throws the 401 response */
export async function requireApiMember(request: Request): Promise<Member> {
  const member = await currentMember(request);
  if (!member) throw jsonError(401, t("Not authenticated"));
  return member;
}

/** Whether an If-None-Match header contains the ETag, so the client's copy is current. */
export function matchesEtag(ifNoneMatch: string | null, etag: string): boolean {
  return (ifNoneMatch ?? "").split(",").some((tag) => tag.trim().replace(/^W\//, "") === etag);
}

const UNKNOWN_KEY = t(
  "Send a key of your own as “Authorization: Bearer snk_…”. This one is missing, expired or revoked.",
);
const KEY_IN_URL = t(
  "Send the key in the Authorization header, never in the URL, where others can read it. Please revoke this one.",
);
const OTHER_SCOPE: Record<KeyScope, string> = {
  read: t("This key can add pages but not read them. Please create one that can read."),
  add: t("This key can read pages but not add any. Please create one that can add."),
};
const SEALED_JOURNAL = t(
  "This journal is sealed: only its writer opens it, by signing in. Programs can neither read it nor add to it.",
);

const bearerToken = (headers: Headers) =>
  /^Bearer +(\S{1,200})$/i.exec(headers.get("Authorization") ?? "")?.[1];

/** The owner of the API key in the Authorization header; cookies are ignored. @throws the JSON error */
export async function requireApiKey(request: Request, scope: KeyScope): Promise<Member> {
  const challenge = { "WWW-Authenticate": "Bearer" };
  const { searchParams } = new URL(request.url);
  if ([...searchParams.values()].some((value) => value.startsWith("snk_")))
    throw jsonError(401, KEY_IN_URL, undefined, challenge);
  const use = await authenticateApiKey(bearerToken(request.headers) ?? "", scope);
  if (use.ok) return use.member;
  if ("seconds" in use) {
    const text = t("That is more than {most} calls in an hour. Please wait {seconds} seconds.", {
      most: MAX_CALLS_PER_HOUR,
      seconds: use.seconds,
    });
    throw jsonError(429, text, undefined, { "Retry-After": String(use.seconds) });
  }
  if (use.code === "unknown") throw jsonError(401, UNKNOWN_KEY, undefined, challenge);
  if (use.code === "scope") throw jsonError(403, OTHER_SCOPE[scope]);
  throw jsonError(409, SEALED_JOURNAL);
}

/** A JSON response with an ETag, or 304 for a client whose copy is current. */
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

/** A URL of this instance with its origin. */
export const absoluteUrl = (path: string) => `${linkOrigin()}${path}`;
