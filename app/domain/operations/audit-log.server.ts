import { createHash } from "node:crypto";
import { createIfMissing, splitPage } from "#models/db/queries.server";
import { AuditEventModel, type AuditEventRecord } from "#models/operations.server";
import { UserModel } from "#models/user.server";
import { now } from "~/platform/clock";
import { requestContext } from "~/platform/request-context.server";
import {
  canonicalAuditLine,
  describeAuditEvent,
  GENESIS_HASH,
  type AuditKind,
  type AuditLine,
} from "./audit";
import type { ListPage } from "./paging";

type AuditInput = {
  kind: AuditKind;
  actorId?: number | null;
  subjectId?: number | null;
  details?: AuditLine["details"];
};

const hashOf = (line: AuditLine) => createHash("sha256").update(canonicalAuditLine(line)).digest("hex");

/**
 * Appends a line to the hash chain. Its number, the last one plus one, is the unique id: a concurrent append fails with a
 * duplicate key and retries, so the chain cannot fork.
 */
export async function audit({
  kind,
  actorId = null,
  subjectId = null,
  details = {},
}: AuditInput): Promise<void> {
  // Undefined in jobs and commands, which have no client.
  const network = requestContext.getStore()?.subnet;
  for (;;) {
    const last = await AuditEventModel.findOne().sort({ _id: -1 }).lean();
    const line: AuditLine = {
      number: (last?._id ?? 0) + 1,
      at: now(),
      kind,
      actorId,
      subjectId,
      details: network === undefined ? details : { ...details, network },
      previousHash: last?.hash ?? GENESIS_HASH,
    };
    const { number, ...rest } = line;
    if (await createIfMissing(AuditEventModel, { _id: number, ...rest, hash: hashOf(line) })) return;
  }
}

/** Verifies the whole chain. `brokenAt` is the number of the first altered, missing or misplaced line. */
export async function verifyAuditLog(): Promise<{ lines: number; brokenAt: number | null }> {
  let previousHash = GENESIS_HASH;
  let lines = 0;
  const cursor = AuditEventModel.find().sort({ _id: 1 }).lean().cursor();
  for await (const record of cursor as AsyncIterable<AuditEventRecord>) {
    const { _id, at, kind, actorId, subjectId, details, hash } = record;
    const line = { number: _id, at, kind, actorId, subjectId, details, previousHash };
    if (_id !== lines + 1 || record.previousHash !== previousHash || hashOf(line) !== hash) {
      return { lines, brokenAt: lines + 1 };
    }
    previousHash = hash;
    lines += 1;
  }
  return { lines, brokenAt: null };
}

type SecurityEvent = { at: Date; words: string };

/** The newest events that concern a user. */
export async function recentSecurityEvents(userId: number, limit = 20): Promise<SecurityEvent[]> {
  const records = await AuditEventModel.find({ subjectId: userId }).sort({ _id: -1 }).limit(limit).lean();
  return records.map(({ at, kind, details }) => ({ at, words: describeAuditEvent({ kind, details }) }));
}

export type AuditEventLine = {
  number: number;
  at: Date;
  words: string;
  actorId: number | null;
  subjectId: number | null;
};

/** `user` matches actor or subject, `concerns` the subject only. */
type AuditFilters = { kind?: AuditKind; user?: number; concerns?: number };

/** Sign-ins and sign-outs reveal when a member prays, so administrators see only those of administrators. */
const VISIT_KINDS: AuditKind[] = ["sign_in.succeeded", "sign_out"];

/**
 * Hidden on the page of an account: it shows the name, and these events would reveal its choice for "If I am no longer here".
 * The whole audit log identifies users by number only.
 */
const LEGACY_STEPS: AuditKind[] = ["legacy.chosen", "legacy.warned", "legacy.undone"];

async function hideMemberVisits(): Promise<object> {
  const administrators = await UserModel.find({ isAdmin: true }).select({ _id: 1 }).lean();
  const ids = [1, ...administrators.map(({ _id }) => _id)];
  return { $or: [{ kind: { $nin: VISIT_KINDS } }, { actorId: { $in: ids } }] };
}

/** A page of the log, newest first. The cursor is the number of the last line of the previous page. */
export async function listAuditEvents(
  { kind, user, concerns }: AuditFilters = {},
  cursor: string | null = null,
  size = 50,
): Promise<ListPage<AuditEventLine>> {
  const number = Number(cursor);
  const before = Number.isSafeInteger(number) && number > 0 ? number : undefined;
  const records = await AuditEventModel.find({
    ...(kind && { kind }),
    ...(concerns !== undefined && { subjectId: concerns }),
    $and: [
      await hideMemberVisits(),
      ...(concerns === undefined ? [] : [{ kind: { $nin: LEGACY_STEPS } }]),
      ...(user === undefined ? [] : [{ $or: [{ subjectId: user }, { actorId: user }] }]),
    ],
    ...(before !== undefined && { _id: { $lt: before } }),
  })
    .sort({ _id: -1 })
    .limit(size + 1)
    .lean();
  const { shown, last } = splitPage(records, size);
  const rows = shown.map(({ _id, at, kind: event, details, actorId, subjectId }) => ({
    number: _id,
    at,
    words: describeAuditEvent({ kind: event, details }),
    actorId,
    subjectId,
  }));
  return { rows, next: last ? String(last._id) : null, isFirst: before === undefined };
}
