import { storedBytes } from "#models/db/stored-bytes.server";
import { TransferFileModel } from "#models/transfer-file.server";
import { DAY } from "~/domain/calendar/durations";
import { journalKeys } from "~/domain/journal/entries/sealed-content.server";
import type { Member } from "~/domain/member/member";
import { openPersonal, personalKey } from "~/domain/member/person-keys.server";
import { countNew } from "~/domain/prayers/travel.server";
import { now } from "~/platform/clock";
import { seal } from "~/platform/encryption.server";
import { randomToken } from "~/platform/signing.server";
import { turns } from "~/platform/turns.server";
import { namedPictures } from "./coming-pictures.server";
import type { Found } from "./found";
import { newInsights, newThreads } from "./import-looking-back.server";
import { partsOf } from "./import-parts";
import type { ImportPreview, ImportState } from "./import-preview";
import { importPreviewOf } from "./import-preview-of";
import { statesOf, withId } from "./known-entries.server";
import type { PortableEntry } from "./portable-entry";

const HOLD_MS = DAY;

const keyOf = (member: Member) => personalKey(member, "held-file");
const placeOf = (id: string) => `heldFiles|${id}|1`;
export const partId = (importId: string, part: number) => `${importId}.${part}`;

/** Opens what was held; dates become Date objects again. */
export function openHeld<T>(member: Member, record: { _id: string; sealed: Buffer }): T {
  const text = openPersonal(keyOf(member), storedBytes(record.sealed), placeOf(record._id)).toString("utf8");
  return JSON.parse(text, (key, value: unknown) =>
    /At$/.test(key) && typeof value === "string" ? new Date(value) : value,
  ) as T;
}

/**
 * Keeps what was found in a file until its writer has looked at it: sealed, in parts of a hundred entries, for a day. An
 * earlier import that waits gives way. @returns the id of the waiting import
 */
export async function holdImport(member: Member, fileName: string, found: Found): Promise<string> {
  const keys = journalKeys(member);
  found = {
    ...found,
    threads: await newThreads(member, found.threads),
    insights: await newInsights(member, found.insights),
  };
  const turn = turns();
  const all: { entry: PortableEntry; isDayOne: boolean }[] = [];
  for (const { entry, isDayOne } of found.entries) {
    await turn();
    all.push({ entry: withId(keys, entry), isDayOne });
  }
  const once = [...new Map(all.map((candidate) => [candidate.entry.id, candidate])).values()];
  const states = await statesOf(member, keys, once);
  const coming = once.flatMap(({ entry }, at) => (states[at] === "new" ? [entry] : []));
  const preview: ImportPreview = {
    ...importPreviewOf(fileName, found, coming, states, all.length - once.length),
    intentions: await countNew(member, found.intentions),
  };
  await dropWaiting(member);
  const id = randomToken(16);
  const held = { userId: member.id, expiresAt: new Date(now().getTime() + HOLD_MS) };
  let parts = 0;
  const { entries, drafts, pictures } = namedPictures(member, coming, found);
  for (const part of partsOf(entries, pictures, { ...found, drafts })) {
    const _id = partId(id, parts++);
    await TransferFileModel.create({ ...held, _id, purpose: "part", sealed: sealHeld(member, _id, part) });
  }
  // Last, so that a visible import is complete.
  const head = {
    _id: id,
    purpose: "import",
    sealed: sealHeld(member, id, preview),
    parts,
    next: 0,
    added: [],
  } as const;
  await TransferFileModel.create({ ...held, ...head, added: [] });
  return id;
}

/** The state of a person's import; null if it is unknown or was removed. */
export async function importState(member: Member, id: string): Promise<ImportState | null> {
  const record = await TransferFileModel.findOne(heldImport(member, id)).lean();
  if (!record) return null;
  const { next = 0, parts = 0, added = [] } = record;
  return {
    preview: openHeld<ImportPreview>(member, record),
    stage: isDone(record) ? "done" : next > 0 ? "running" : "preview",
    added: added.reduce((sum, count) => sum + count, 0),
    percent: parts === 0 ? 100 : Math.floor((100 * next) / parts),
  };
}

/** Matches an import that waits. */
export function heldImport(member: Member, id: string) {
  return { _id: id, userId: member.id, purpose: "import" as const, expiresAt: { $gt: now() } };
}

/** Drops an import that its person decided against; one that was done stays, so that it can be taken back. */
export async function dropImport(member: Member, id: string): Promise<void> {
  const record = await TransferFileModel.findOne(heldImport(member, id), { next: 1, parts: 1 }).lean();
  if (record && !isDone(record)) await dropWaiting(member);
}

/** There is one at most that is not done. */
async function dropWaiting(member: Member): Promise<void> {
  const mine = { userId: member.id, purpose: "import" as const };
  const heads = await TransferFileModel.find(mine, { next: 1, parts: 1 }).lean();
  const waiting = heads.filter((head) => !isDone(head)).map(({ _id }) => _id);
  await TransferFileModel.deleteMany({ _id: { $in: waiting }, userId: member.id });
  await TransferFileModel.deleteMany({ userId: member.id, purpose: "part" });
}

/** Whether everything of an import is there. */
export const isDone = ({ next = 0, parts = 0 }: { next?: number; parts?: number }) => next >= parts;

/** Seals something of an import for its person, bound to its record. */
export const sealHeld = (member: Member, _id: string, value: unknown): Buffer =>
  seal(keyOf(member).now, JSON.stringify(value), placeOf(_id));
