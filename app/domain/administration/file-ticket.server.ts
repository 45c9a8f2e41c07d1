import { MINUTE } from "~/domain/calendar/durations";
import { HeldFileModel } from "#models/held-file.server";
import { storedBytes } from "#models/db/stored-bytes.server";
import type { AuditFilters } from "~/domain/audit/log.server";
import type { KeyState } from "~/domain/plans/trial-keys/trial-key";
import { now } from "~/platform/clock";
import { deriveKey, open, seal } from "~/platform/encryption.server";
import { hashToken, randomToken } from "~/platform/signing.server";
import type { Range } from "./figures/range";
import type { UserFilters } from "./users/query";
import type { Member } from "~/domain/member/member";

/**
 * Between a page that was asked for a file, with the password where it needs one, and the address that gives it: good
 * once, for the same administrator, for a few minutes. A page's own action cannot answer with a file.
 */
export type FileWish =
  | { what: "users"; filters: UserFilters }
  | { what: "audit"; filters: AuditFilters }
  | { what: "analytics"; range: Range }
  | { what: "trial-keys"; state?: KeyState }
  | { what: "new-keys"; keys: string[] }
  | { what: "backup"; name: string };

const TICKET_MS = 5 * MINUTE;
const PURPOSE = "administration";

const keyOf = (member: Member) => deriveKey(member.journalKey(), "held-file");
const placeOf = (id: string) => `heldFiles|${id}|1`;

/** Keeps what is wished for. @returns the address that gives it */
export async function addressOfFile(member: Member, wish: FileWish): Promise<string> {
  const ticket = randomToken();
  const _id = hashToken(ticket);
  await HeldFileModel.create({
    _id,
    userId: member.id,
    purpose: PURPOSE,
    sealed: seal(keyOf(member), JSON.stringify(wish), placeOf(_id)),
    expiresAt: new Date(now().getTime() + TICKET_MS),
  });
  return `/admin/file?ticket=${ticket}`;
}

/** What a ticket is for; null for one that was used, is over, or is someone else's. */
export async function takeFileTicket(member: Member, ticket: string): Promise<FileWish | null> {
  const record = await HeldFileModel.findOneAndDelete({
    _id: hashToken(ticket),
    userId: member.id,
    purpose: PURPOSE,
    expiresAt: { $gt: now() },
  }).lean();
  if (!record) return null;
  return JSON.parse(
    open(keyOf(member), storedBytes(record.sealed), placeOf(record._id)).toString(),
  ) as FileWish;
}
