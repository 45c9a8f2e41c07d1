import { redirect, redirectDocument } from "@remix-run/node";
import type { PendingDeletion } from "~/domain/identity/session-lock.server";
import { originOfSession } from "~/domain/identity/sign-in-origin.server";
import type { Member } from "~/domain/member/member";
import { audit } from "~/domain/operations/audit-log.server";
import { t } from "~/i18n/t";
import * as paths from "~/paths";
import { isHttps } from "~/platform/env.server";
import {
  currentLockedSession,
  currentMember,
  currentPendingDeletion,
  currentSessionSecret,
  isAdministrationOpen,
} from "./session.server";
import { redirectWithToast } from "./toast.server";

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
