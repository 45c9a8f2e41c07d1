import { storedBytes } from "#models/db/stored-bytes.server";
import { TransferFileModel } from "#models/transfer-file.server";
import { DAY } from "~/domain/calendar/durations";
import type { Member } from "~/domain/member/member";
import { openPersonal, personalKey } from "~/domain/member/person-keys.server";
import { now } from "~/platform/clock";
import { seal } from "~/platform/encryption.server";
import type { TagChange } from "./tag-change";

/** `hadBoth`: it had the other tag before the change already. */
export type ChangedEntry = { id: string; hadBoth: boolean };
type Remembered = { change: TagChange; entries: ChangedEntry[] };

const KEPT_MS = 30 * DAY;
/** Some two megabytes; who changes more than that at once cannot take back the rest. */
const MOST_ENTRIES = 50_000;

const idOf = (member: Member) => `tag-change|${member.id}`;
const keyOf = (member: Member) => personalKey(member, "held-file");
const associatedDataOf = (member: Member) => `heldFiles|${idOf(member)}|1`;

/** The last change of tags and what it changed; null when there is none of the last thirty days. */
export async function lastChange(member: Member): Promise<Remembered | null> {
  const record = await TransferFileModel.findOne({
    _id: idOf(member),
    userId: member.id,
    expiresAt: { $gt: now() },
  }).lean();
  if (!record) return null;
  const plain = openPersonal(keyOf(member), storedBytes(record.sealed), associatedDataOf(member));
  return JSON.parse(plain.toString("utf8")) as Remembered;
}

/** Remembers what a change has changed: beside what the same change did before, in the place of every other. */
export async function rememberChange(
  member: Member,
  change: TagChange,
  changed: readonly ChangedEntry[],
): Promise<void> {
  const last = await lastChange(member);
  const isSame = last !== null && JSON.stringify(last.change) === JSON.stringify(change);
  const entries = [...(isSame ? last.entries : []), ...changed].slice(0, MOST_ENTRIES);
  await write(member, { change, entries });
}

/** Forgets the first of them, which were taken back, and the change itself with the last. */
export async function forgetChange(member: Member, count: number): Promise<void> {
  const last = await lastChange(member);
  const entries = last?.entries.slice(count) ?? [];
  if (last && entries.length > 0) await write(member, { ...last, entries });
  else await TransferFileModel.deleteOne({ _id: idOf(member), userId: member.id });
}

async function write(member: Member, remembered: Remembered): Promise<void> {
  const record = {
    userId: member.id,
    purpose: "tag-change" as const,
    sealed: seal(keyOf(member).now, JSON.stringify(remembered), associatedDataOf(member)),
    expiresAt: new Date(now().getTime() + KEPT_MS),
  };
  await TransferFileModel.updateOne({ _id: idOf(member) }, { $set: record }, { upsert: true });
}
