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
 * Tickets that connect the form which requests a file with the URL that serves it, because a page's action cannot respond with
 * a file. A ticket works once, for the same member, within five minutes. The request is stored encrypted, not in the URL.
 */
export function downloadTickets<Payload>(purpose: "export" | "administration") {
  return {
    async issue(member: Member, payload: Payload): Promise<string> {
      const ticket = randomToken();
      const _id = hashToken(ticket);
      await TransferFileModel.create({
        _id,
        userId: member.id,
        purpose,
        sealed: seal(keyOf(member).now, JSON.stringify(payload), associatedDataOf(_id)),
        expiresAt: new Date(now().getTime() + TICKET_MS),
      });
      return ticket;
    },

    /** Consumes a ticket. @returns its payload, or null if it was used, has expired or belongs to another member */
    async take(member: Member, ticket: string): Promise<Payload | null> {
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
      ) as Payload;
    },
  };
}
