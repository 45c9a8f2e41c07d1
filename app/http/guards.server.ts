import { redirect, redirectDocument, type data, type LoaderFunctionArgs } from "@remix-run/node";
import type { PendingDeletion } from "~/domain/identity/session-lock.server";
import { originOfSession } from "~/domain/identity/sessions.server";
import type { Member } from "~/domain/member/member";
import { audit } from "~/domain/operations/audit-log.server";
import { failureOf } from "~/domain/operations/failures.server";
import { t } from "~/i18n/t";
import * as paths from "~/paths";
import { isHttps } from "~/platform/env.server";
import { setRetryAfter } from "~/platform/request-context.server";
import { redirectWithToast, sessionSecret } from "./cookies.server";
import { FAILURE_RESPONSES, runWithHeaders } from "./failure-responses.server";
import {
  currentLockedSession,
  currentMember,
  currentPendingDeletion,
  isAdministrationOpen,
} from "./session.server";

const ACCESS_DENIED = {
  title: t("Access Denied"),
  text: t("You don't have admin privileges to access this area. Redirecting to your dashboard..."),
  tone: "error",
} as const;

/** A passkey counts as both steps. */
const TWO_STEP_REQUIRED = {
  title: t("Two-step sign-in is required"),
  text: t("Turn it on to open the administrators’ area, or sign in with a passkey."),
  tone: "info",
} as const;

const SIGN_IN_AGAIN = {
  title: t("Please sign in again"),
  text: t("The administrators’ area closes after 15 minutes without use."),
  tone: "info",
} as const;

/** The signed-in member. @throws the redirect to sign-in or unlock, which leads back to this URL */
export async function requireMember(request: Request): Promise<Member> {
  const member = await currentMember(request);
  if (member) return member;
  if (await currentPendingDeletion(request)) throw redirect(paths.leaving());
  if (await currentLockedSession(request)) throw redirectToUnlock(request);
  throw redirect(paths.login({ redirectTo: returnPath(request) }));
}

/** Replaces the document, so that the router also drops the private pages that it has in memory. */
const redirectToUnlock = (request: Request) =>
  redirectDocument(paths.unlock({ redirectTo: returnPath(request) }));

/** The path to return to, without the query parameters that Remix adds to its data requests. */
function returnPath(request: Request): string {
  const { pathname, searchParams } = new URL(request.url);
  searchParams.delete("_routes");
  searchParams.delete("index");
  const query = searchParams.size ? `?${searchParams.toString()}` : "";
  return pathname.replace(/\.data$/, "") + query;
}

/** The pending deletion of the account. @throws a redirect for everyone else */
export async function requirePendingDeletion(request: Request): Promise<PendingDeletion> {
  const pendingDeletion = await currentPendingDeletion(request);
  if (pendingDeletion) return pendingDeletion;
  throw redirect((await currentMember(request)) ? paths.dashboard() : paths.login());
}

async function isPasskeySession(request: Request): Promise<boolean> {
  const secret = await sessionSecret(request);
  return secret !== undefined && (await originOfSession(secret))?.way === "passkey";
}

/**
 * The administrator, with a second step on a public server and an administration session that is not idle.
 * @throws the redirect to the missing step; a member who is not an administrator goes to the dashboard, which is audited
 */
export async function requireAdmin(request: Request): Promise<Member> {
  const member = await currentMember(request);
  if (!member && (await currentLockedSession(request))) throw redirectToUnlock(request);
  if (!member) throw redirect(paths.adminLogin());
  if (!member.isAdmin) {
    await audit({ kind: "access.denied", actorId: member.id, subjectId: member.id });
    throw await redirectWithToast(paths.dashboard(), ACCESS_DENIED);
  }
  if (isHttps && !member.hasTwoStep && !(await isPasskeySession(request)))
    throw await redirectWithToast(paths.settingsSecurityTwoStep(), TWO_STEP_REQUIRED);
  if (!(await isAdministrationOpen(request, true)))
    throw await redirectWithToast(paths.adminLogin(), SIGN_IN_AGAIN);
  return member;
}

/** An author of ways, or an administrator. */
export async function requireWayAuthor(request: Request): Promise<Member> {
  const member = await currentMember(request);
  return member?.isWriter && !member.isAdmin ? member : requireAdmin(request);
}

/** Loader data that survives JSON unchanged: no dates, bytes or class instances. */
type PageData =
  | string
  | number
  | boolean
  | null
  | undefined
  | readonly PageData[]
  | { readonly [name: string]: PageData };
type LoaderResult = PageData | Response | ReturnType<typeof data<PageData>>;

export type Unavailable = { kind: "unavailable"; title: string; message: string };
type LoaderContext = { request: Request; url: URL; params: LoaderFunctionArgs["params"] };

/** Runs a loader; a known failure becomes its error page and status, with a Retry-After. */
export function runLoader<T>(load: () => Promise<T>): Promise<T> {
  return runWithHeaders(async () => {
    try {
      return await load();
    } catch (error) {
      const failure = failureOf(error);
      if (!failure) throw error;
      const { status, title, message } = FAILURE_RESPONSES[failure];
      setRetryAfter(5);
      const unavailable: Unavailable = { kind: "unavailable", title, message };
      throw Response.json(unavailable, { status, headers: { "Retry-After": "5" } });
    }
  });
}

/** A loader whose guard runs first and adds its result to the context. */
export const guardedLoader =
  <C extends object>(guard: (request: Request) => Promise<C>) =>
  <T extends LoaderResult>(
    { request, params }: LoaderFunctionArgs,
    load: (context: LoaderContext & C) => Promise<T>,
  ): Promise<T> =>
    runLoader(async () => load({ request, params, url: new URL(request.url), ...(await guard(request)) }));

/** A loader for everyone; `member` is null for an anonymous visitor. */
export const publicLoader = guardedLoader(async (request) => ({ member: await currentMember(request) }));

export const memberLoader = guardedLoader(async (request) => ({ member: await requireMember(request) }));

/** A loader for a member whose account is being deleted. */
export const pendingDeletionLoader = guardedLoader(async (request) => ({
  pendingDeletion: await requirePendingDeletion(request),
}));

export const adminLoader = guardedLoader(async (request) => ({ member: await requireAdmin(request) }));

/** A loader for authors of ways, and for administrators. */
export const wayAuthorLoader = guardedLoader(async (request) => ({
  member: await requireWayAuthor(request),
}));

/**
 * Thrown for a missing record, and in the same way for a record of another member. A Response, because Remix drops the
 * headers of thrown `data` in routes without a page.
 */
export function notFound(): Response {
  return Response.json(null, { status: 404 });
}

/** A same-origin path to go to after signing in; anything else becomes `fallback`. */
export function safeRedirect(target: unknown, fallback = paths.dashboard()): string {
  if (typeof target !== "string" || target.length > 2000) return fallback;
  // A printable path that no browser reads as another host ("//", "/\", "/%09/", "/%5c").
  if (
    !/^\/(?![/\\])[\x21-\x7e]*$/.test(target) ||
    /^\/(%09|%0a|%0d|%2f|%5c)/i.test(target) ||
    target.includes("\\")
  )
    return fallback;
  const url = new URL(target, "http://local.invalid");
  if (url.host !== "local.invalid" || /^\/+(login|auth|logout|admin-login|api)(\/|$|@)/.test(url.pathname))
    return fallback;
  return url.pathname.startsWith("//") ? fallback : url.pathname + url.search;
}

/**
 * The URL of a link whose "?" and "=" a mail program has percent-encoded; undefined for any other. Its path consists of plain
 * words, so it cannot lead to another host.
 */
export function repairMangledLink({ pathname, search }: URL): string | undefined {
  const [, path, query] = /^((?:\/[a-z0-9-]+)+)%3f(.+)$/i.exec(pathname) ?? [];
  if (path === undefined || query === undefined) return undefined;
  const decoded = query.replaceAll(/%3d/gi, "=").replaceAll(/%26(?:amp;)?/gi, "&");
  return `${path}?${decoded}${search.replace("?", "&")}`;
}
