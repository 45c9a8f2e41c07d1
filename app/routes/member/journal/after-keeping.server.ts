import { redirect } from "@remix-run/node";
import * as addresses from "~/addresses";
import { wordAfterFirst } from "~/domain/dashboard/first-run.server";
import type { Member } from "~/domain/member/member";
import { redirectWithToast } from "~/http/toast.server";

/** Leads to the entry that was kept, the first time with a word. */
export async function showKept(member: Member, entryId: string, slot: string): Promise<Response> {
  const word = await wordAfterFirst(member, entryId, slot);
  const there = addresses.entry(entryId);
  return word ? redirectWithToast(there, { title: word, tone: "success" }) : redirect(there);
}
