import type { ActionFunctionArgs } from "@remix-run/node";
import type { z } from "zod";
import { JOURNAL_FULL } from "~/domain/limits/journal-quota";
import { JournalFullError } from "~/domain/limits/journal-quota.server";
import type { Member } from "~/domain/member/member";
import { failureOf } from "~/domain/operations/failures.server";
import { t } from "~/i18n/t";
import { BodyError } from "./body-limits.server";
import { FAILURE_RESPONSES, METHOD_NOT_ALLOWED } from "./failure-responses";
import { readJsonBody } from "./request-body.server";
import { originRefusal } from "./request-origin.server";
import { withHeaders } from "./response-headers.server";
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
  return withHeaders(async () => {
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
