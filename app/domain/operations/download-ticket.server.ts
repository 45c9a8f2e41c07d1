import { storedBytes } from "#models/db/queries.server";
import { TransferFileModel } from "#models/transfer-file.server";
import { MINUTE } from "~/domain/calendar/durations";
import type { Member } from "~/domain/member/member";
import { deriveMemberKey, openWithDerivedKey } from "~/domain/member/member-keys.server";
import { now } from "~/platform/clock";
import { seal } from "~/platform/encryption.server";
import { hashToken, randomToken } from "~/platform/signing.server";

const TICKET_MS = 5 * MINUTE;

const keyOf = (member: Member) => deriveMemberKey(member, "held-file");
const associatedDataOf = (id: string) => `heldFiles|${id}|1`;

/**
 * Tickets between a form that asks for a file, with the password where needed, and the address that serves it: a
 * page's own action cannot answer with a file. Good once, for the same person, for five minutes; the request stays
 * sealed here and out of the address.
 */
export function downloadTickets<Wanted>(purpose: "export" | "administration") {
  return {
    /** Keeps the request. @returns the ticket */
    async issue(member: Member, wanted: Wanted): Promise<string> {
      const ticket = randomToken();
      const _id = hashToken(ticket);
      await TransferFileModel.create({
        _id,
        userId: member.id,
        purpose,
        sealed: seal(keyOf(member).now, JSON.stringify(wanted), associatedDataOf(_id)),
        expiresAt: new Date(now().getTime() + TICKET_MS),
      });
      return ticket;
    },

    /** What a ticket is for; null for one that was used, has expired, or is someone else's. */
    async take(member: Member, ticket: string): Promise<Wanted | null> {
      const record = await TransferFileModel.findOneAndDelete({
        _id: hashToken(ticket),
        userId: member.id,
        purpose,
        expiresAt: { $gt: now() },
      }).lean();
      if (!record) return null;
      return JSON.parse(
        openWithDerivedKey(
          keyOf(member),
          storedBytes(record.sealed),
          associatedDataOf(record._id),
        ).toString(),
      ) as Wanted;
    },
  };
}
