import { redirect } from "@remix-run/node";
import { firstEntryMessage } from "~/domain/accounts/dashboard/dashboard.server";
import type { Member } from "~/domain/member/member";
import { redirectWithToast } from "~/http/cookies.server";
import * as paths from "~/paths";

/** Redirects to a saved entry, with a message after the first one. */
export async function redirectToEntry(member: Member, entryId: string, slot: string): Promise<Response> {
  const title = await firstEntryMessage(member, entryId, slot);
  const to = paths.entry(entryId);
  return title ? redirectWithToast(to, { title, tone: "success" }) : redirect(to);
}
