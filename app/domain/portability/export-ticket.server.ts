import { MINUTE } from "~/domain/calendar/durations";
import { HeldFileModel } from "#models/held-file.server";
import { storedBytes } from "#models/db/stored-bytes.server";
import type { HistoryFilters } from "~/domain/journal/history/query";
import { now } from "~/platform/clock";
import { deriveKey, open, seal } from "~/platform/encryption.server";
import { hashToken, randomToken } from "~/platform/signing.server";
import type { ExportFormat } from "./formats";
import type { Member } from "~/domain/member/member";

/**
 * Between the form that asks for an export, with the password, and the address that gives the file: good once, for the
 * same person, for a few minutes. What is searched for stays out of the address.
 */
export type ExportWish = { format: ExportFormat; filters?: HistoryFilters };

const TICKET_MS = 5 * MINUTE;

const keyOf = (member: Member) => deriveKey(member.journalKey(), "held-file");
const placeOf = (id: string) => `heldFiles|${id}|1`;

/** Keeps what is wished for. @returns the ticket */
export async function issueExportTicket(member: Member, wish: ExportWish): Promise<string> {
  const ticket = randomToken();
  const _id = hashToken(ticket);
  await HeldFileModel.create({
    _id,
    userId: member.id,
    purpose: "export",
    sealed: seal(keyOf(member), JSON.stringify(wish), placeOf(_id)),
    expiresAt: new Date(now().getTime() + TICKET_MS),
  });
  return ticket;
}

/** What a ticket is for; null for one that was used, is over, or is someone else's. */
export async function takeExportTicket(member: Member, ticket: string): Promise<ExportWish | null> {
  const record = await HeldFileModel.findOneAndDelete({
    _id: hashToken(ticket),
    userId: member.id,
    purpose: "export",
    expiresAt: { $gt: now() },
  }).lean();
  if (!record) return null;
  return JSON.parse(
    open(keyOf(member), storedBytes(record.sealed), placeOf(record._id)).toString(),
  ) as ExportWish;
}
