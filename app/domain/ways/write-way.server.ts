import { formatFullDate } from "~/domain/calendar/local-day";
import type { Member } from "~/domain/member/member";
import { audit } from "~/domain/operations/audit-log.server";
import { toReadableYaml } from "~/platform/yaml.server";
import {
  archiveWayFile,
  availableWays,
  checkWay,
  findWay,
  isBuiltInWay,
  listWayFiles,
  MAX_WAYS,
  readCheckedWay,
  readWayBytes,
  refusedWays,
  scanWaysFolder,
  wayFileFingerprint,
  writeWayFile,
} from "./available-ways.server";
import { dayNumberOn, wayTiming, type Way } from "./way";
import { describeWayError } from "./way-file";
import { wayToFile } from "./way-form";

/** A longer file cannot be edited in a form. */
const MAX_TEXT_BYTES = 90_000;

/** The data for writers of ways: all ways, each with its day on `date`, and the rejected files. */
export function waysForWriters(date: string, today: string) {
  return {
    date: formatFullDate(date),
    ways: availableWays().map(([id, way]) => ({
      id,
      name: way.name,
      isOurs: !isBuiltInWay(id),
      when: wayTiming(way, today).words,
      day: dayOn(way, date),
    })),
    refused: refusedWays(),
  };
}

function dayOn(way: Way, date: string) {
  const day = dayNumberOn(way, date);
  const wayDay = day === undefined ? undefined : way.days[day - 1];
  return wayDay ? { day: day ?? 0, title: wayDay.title, passage: wayDay.passage } : null;
}

/**
 * A way's file for the edit forms; null without a file. `text` is null if it is too long for a form, and `way` is null if the
 * file has errors. `hasComments`: the file has comment lines, which saving by form removes.
 */
export async function wayToWrite(id: string) {
  const bytes = readWayBytes(id);
  if (!bytes) return null;
  const text = bytes.toString("utf8");
  return {
    id,
    name: findWay(id)?.name ?? id,
    text: bytes.length <= MAX_TEXT_BYTES ? text : null,
    way: (await readCheckedWay(id)) ?? null,
    hasComments: /^\s*#/m.test(text),
    seen: wayFileFingerprint(bytes),
    faults: refusedWays().find((refused) => refused.id === id)?.faults ?? [],
  };
}

type SaveWayResult =
  | { ok: true }
  | { ok: false; code: "taken" | "conflict" | "full" }
  /** `faults` are messages by line. */
  | { ok: false; code: "faulty"; faults: string[] };

/** Saves a way's file. `seen` is the fingerprint of the text in the form, for optimistic locking; empty for a new way. */
export async function saveWay(
  member: Member,
  { id, text, seen }: { id: string; text: string; seen: string },
): Promise<SaveWayResult> {
  const bytes = Buffer.from(text.replaceAll("\r\n", "\n"));
  const checked = await checkWay(bytes);
  if ("faults" in checked) return { ok: false, code: "faulty", faults: checked.faults.map(describeWayError) };
  // No await between this check and the write, so that no other request can change the file in between.
  const current = wayFileFingerprint(readWayBytes(id));
  if (seen === "" && (current || isBuiltInWay(id))) return { ok: false, code: "taken" };
  if (seen !== current) return { ok: false, code: "conflict" };
  if (seen === "" && listWayFiles().length >= MAX_WAYS) return { ok: false, code: "full" };
  writeWayFile(id, bytes);
  await scanWaysFolder();
  await audit({ kind: "admin.way_saved", actorId: member.id, details: { way: id } });
  return { ok: true };
}

export type ChangeWayResult = SaveWayResult | { ok: false; code: "no_days" | "unreadable" };

/** Changes the parts of a way and saves its file. */
export async function changeWay(
  member: Member,
  { name: id, seen }: { name: string; seen: string },
  change: (way: Way) => Way,
): Promise<ChangeWayResult> {
  const way = await readCheckedWay(id);
  return way ? saveWayParts(member, { id, seen }, change(way)) : { ok: false, code: "unreadable" };
}

/** Saves a way from its parts. A way has at least one day. */
export async function saveWayParts(
  member: Member,
  file: { id: string; seen: string },
  way: Way,
): Promise<ChangeWayResult> {
  if (way.days.length === 0) return { ok: false, code: "no_days" };
  return saveWay(member, { ...file, text: toReadableYaml(wayToFile(way)) });
}

/** Archives a way's file, so that the way is no longer offered. @returns false without such a file */
export async function removeWay(member: Member, id: string): Promise<boolean> {
  if (!readWayBytes(id)) return false;
  archiveWayFile(id);
  await scanWaysFolder();
  await audit({ kind: "admin.way_removed", actorId: member.id, details: { way: id } });
  return true;
}
