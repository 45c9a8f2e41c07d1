import { data, redirect, redirectDocument, type LoaderFunctionArgs } from "@remix-run/node";
import type { PendingDeletion } from "~/domain/identity/session-lock.server";
import { originOfSession } from "~/domain/identity/sessions.server";
import type { Member } from "~/domain/member/member";
import { audit } from "~/domain/operations/audit-log.server";
import { failureOf } from "~/domain/operations/failures.server";
import { t } from "~/i18n/t";
import * as paths from "~/paths";
import { isHttps } from "~/platform/env.server";
import { setRetryAfter } from "~/platform/request-context.server";
import { redirectWithToast } from "./cookies.server";
import { FAILURE_RESPONSES, runWithHeaders } from "./failure-responses.server";
import {
  currentLockedSession,
  currentMember,
  currentPendingDeletion,
  currentSessionSecret,
  isAdministrationOpen,
} from "./session.server";

/** Shown to someone who is not an administrator. */
const ACCESS_DENIED = {
  title: t("Access Denied"),
  text: t("You don't have admin privileges to access this area. Redirecting to your dashboard..."),
  tone: "error",
} as const;

/** On a public server the administrators' area needs a second step of signing in, or a passkey, which is both. */
const TWO_STEP_REQUIRED = {
  title: t("Two-step sign-in is required"),
  text: t("Turn it on to open the administrators’ area, or sign in with a passkey."),
  tone: "info",
} as const;

/** After a quarter of an hour without use; the rest of the site stays open. */
const SIGN_IN_AGAIN = {
  title: t("Please sign in again"),
  text: t("The administrators’ area closes after 15 minutes without use."),
  tone: "info",
} as const;

/** The signed-in person. Throws the way to the sign-in page, which leads back here. */
export async function requireMember(request: Request): Promise<Member> {
  const member = await currentMember(request);
  if (member) return member;
  if (await currentPendingDeletion(request)) throw redirect(paths.leaving());
  if (await currentLockedSession(request)) throw redirectToUnlock(request);
  throw redirect(paths.login({ redirectTo: comeBackTo(request) }));
}

/** As a document: what pages keep in memory for going back is private too, and goes with the one that is left. */
const redirectToUnlock = (request: Request) =>
  redirectDocument(paths.unlock({ redirectTo: comeBackTo(request) }));

function comeBackTo(request: Request): string {
  const { pathname, search } = new URL(request.url);
  return pathname.replace(/\.data$/, "") + withoutRemixParameters(search);
}

/** Someone whose account is being deleted; everyone else is sent away. */
export async function requirePendingDeletion(request: Request): Promise<PendingDeletion> {
  const pendingDeletion = await currentPendingDeletion(request);
  if (pendingDeletion) return pendingDeletion;
  throw redirect((await currentMember(request)) ? paths.dashboard() : paths.login());
}

async function cameByPasskey(request: Request): Promise<boolean> {
  const secret = await currentSessionSecret(request);
  return secret !== undefined && (await originOfSession(secret))?.way === "passkey";
}

/** The administrator. Someone signed out goes to /admin-login, a plain user to /dashboard with "Access Denied". */
export async function requireAdmin(request: Request): Promise<Member> {
  const member = await currentMember(request);
  if (!member && (await currentLockedSession(request))) throw redirectToUnlock(request);
  if (!member) throw redirect(paths.adminLogin());
  if (!member.isAdmin) {
    await audit({ kind: "access.denied", actorId: member.id, subjectId: member.id });
    throw await redirectWithToast(paths.dashboard(), ACCESS_DENIED);
  }
  if (isHttps && !member.hasTwoStep && !(await cameByPasskey(request)))
    throw await redirectWithToast(paths.settingsSecurityTwoStep(), TWO_STEP_REQUIRED);
  if (!(await isAdministrationOpen(request, true)))
    throw await redirectWithToast(paths.adminLogin(), SIGN_IN_AGAIN);
  return member;
}

/** Someone who may write the ways of this house: a person named for it, or an administrator. */
export async function requireWayAuthor(request: Request): Promise<Member> {
  const member = await currentMember(request);
  return member?.isWriter && !member.isAdmin ? member : requireAdmin(request);
}

/** Data requests carry parameters of the framework's own; they do not belong into an address to come back to. */
function withoutRemixParameters(search: string): string {
  const query = new URLSearchParams(search);
  query.delete("_routes");
  query.delete("index");
  return query.size ? `?${query.toString()}` : "";
}

/** What stands in a page as JSON, and is the same when it is read there: no dates, no bytes, nothing of a class. */
type PageData =
  string | number | boolean | null | undefined | readonly PageData[] | { readonly [name: string]: PageData };
export type LoaderResult = PageData | Response | ReturnType<typeof data<PageData>>;

export type Unavailable = { kind: "unavailable"; title: string; message: string };
export type LoaderContext = { request: Request; url: URL; params: LoaderFunctionArgs["params"] };

export const loaderContext = ({ request, params }: LoaderFunctionArgs): LoaderContext => ({
  request,
  params,
  url: new URL(request.url),
});

/** Turns a passing failure into its page and status; everything else is our own error. */
export function runLoader<T>(load: () => Promise<T>): Promise<T> {
  return runWithHeaders(async () => {
    try {
      return await load();
    } catch (error) {
      const failure = failureOf(error);
      if (!failure) throw error;
      const { status, title, message } = FAILURE_RESPONSES[failure];
      setRetryAfter(5);
      throw data<Unavailable>(
        { kind: "unavailable", title, message },
        { status, headers: { "Retry-After": "5" } },
      );
    }
  });
}

/** A loader for everyone; `member` is there when someone is signed in. */
export function publicLoader<T extends LoaderResult>(
  args: LoaderFunctionArgs,
  load: (context: LoaderContext & { member: Member | null }) => Promise<T>,
): Promise<T> {
  return runLoader(async () => load({ ...loaderContext(args), member: await currentMember(args.request) }));
}

/** A loader of the signed-in house. */
export function memberLoader<T extends LoaderResult>(
  args: LoaderFunctionArgs,
  load: (context: LoaderContext & { member: Member }) => Promise<T>,
): Promise<T> {
  return runLoader(async () => load({ ...loaderContext(args), member: await requireMember(args.request) }));
}

/** A loader for someone whose account is being deleted. */
export function pendingDeletionLoader<T extends LoaderResult>(
  args: LoaderFunctionArgs,
  load: (context: LoaderContext & { pendingDeletion: PendingDeletion }) => Promise<T>,
): Promise<T> {
  return runLoader(async () =>
    load({ ...loaderContext(args), pendingDeletion: await requirePendingDeletion(args.request) }),
  );
}

/** A loader of the administrators' area. */
export function adminLoader<T extends LoaderResult>(
  args: LoaderFunctionArgs,
  load: (context: LoaderContext & { member: Member }) => Promise<T>,
): Promise<T> {
  return runLoader(async () => load({ ...loaderContext(args), member: await requireAdmin(args.request) }));
}

/** A loader for those who write the ways of this house. */
export function wayAuthorLoader<T extends LoaderResult>(
  args: LoaderFunctionArgs,
  load: (context: LoaderContext & { member: Member }) => Promise<T>,
): Promise<T> {
  return runLoader(async () =>
    load({ ...loaderContext(args), member: await requireWayAuthor(args.request) }),
  );
}

/** Thrown where a record is not there or not this person's. */
export function notFound(): ReturnType<typeof data<null>> {
  return data(null, { status: 404 });
}

/** A same-origin path to go to after signing in; anything else becomes `fallback`. */
export function safeRedirect(target: unknown, fallback = paths.dashboard()): string {
  if (typeof target !== "string" || target.length > 2000) return fallback;
  // A path, printable, with no way to be read as another host ("//", "/\", "/%09/", "/%5c").
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
 * The address that was meant by a link whose "?" and "=" a mail program has written as escapes; undefined where it is no
 * such link. Its path is of plain words, so it cannot lead to another host.
 */
export function repairMangledLink({ pathname, search }: URL): string | undefined {
  const [, path, query] = /^((?:\/[a-z0-9-]+)+)%3f(.+)$/i.exec(pathname) ?? [];
  if (path === undefined || query === undefined) return undefined;
  const plain = query.replaceAll(/%3d/gi, "=").replaceAll(/%26(?:amp;)?/gi, "&");
  return `${path}?${plain}${search.replace("?", "&")}`;
}
