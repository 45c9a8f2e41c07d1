import { redirect } from "@remix-run/node";
import { firstEntryMessage } from "~/domain/accounts/dashboard/dashboard.server";
import type { Member } from "~/domain/member/member";
import { redirectWithToast } from "~/http/cookies.server";
import * as paths from "~/paths";

/** Leads to the entry that was kept, the first time with a word. */
export async function redirectToEntry(member: Member, entryId: string, slot: string): Promise<Response> {
  const word = await firstEntryMessage(member, entryId, slot);
  const there = paths.entry(entryId);
  return word ? redirectWithToast(there, { title: word, tone: "success" }) : redirect(there);
}
