import { formatFullDate } from "~/domain/calendar/local-day";
import type { Member } from "~/domain/member/member";
import { audit } from "~/domain/operations/audit-log.server";
import { availableWays, findWay, isBuiltInWay } from "./available-ways.state";
import { dayNumberOn, wayTiming, type Way } from "./way";
import { describeWayError } from "./way-file";
import {
  archiveWayFile,
  checkWay,
  listWayFiles,
  readWayBytes,
  refusedWays,
  scanWaysFolder,
  wayFileFingerprint,
  writeWayFile,
} from "./ways-folder.server";

/** A form holds no longer text. */
const LONGEST_TEXT = 90_000;

/** Everything that those who write ways see: every way with its day on a date, and the files that are refused. */
export function waysForWriters(date: string, today: string) {
  return {
    date: formatFullDate(date),
    ways: availableWays().map(([id, way]) => ({
      id,
      name: way.name,
      isOurs: !isBuiltInWay(id),
      when: wayTiming(way, today).words,
      day: shownOn(way, date),
    })),
    refused: refusedWays(),
  };
}

function shownOn(way: Way, date: string) {
  const day = dayNumberOn(way, date);
  const written = day === undefined ? undefined : way.days[day - 1];
  return written ? { day: day ?? 0, title: written.title, passage: written.passage } : null;
}

/** A way's file for changing it; null where there is none, and without text where it is longer than a form holds. */
export function wayToWrite(id: string) {
  const bytes = readWayBytes(id);
  if (!bytes) return null;
  return {
    id,
    name: findWay(id)?.name ?? id,
    text: bytes.length <= LONGEST_TEXT ? bytes.toString("utf8") : null,
    seen: wayFileFingerprint(bytes),
    faults: refusedWays().find((refused) => refused.id === id)?.faults ?? [],
  };
}

export type SaveWayResult =
  | { ok: true }
  | { ok: false; code: "taken" | "conflict" | "full" }
  /** What is wrong with it, by line. */
  | { ok: false; code: "faulty"; faults: string[] };

/** More than a parish has. */
const MOST_WAYS = 60;

/** Writes a way's file. `seen` names the text that the form was shown with; a new way has none. */
export async function saveWay(
  member: Member,
  { id, text, seen }: { id: string; text: string; seen: string },
): Promise<SaveWayResult> {
  const bytes = Buffer.from(text.replaceAll("\r\n", "\n"));
  const checked = await checkWay(bytes);
  if ("faults" in checked) return { ok: false, code: "faulty", faults: checked.faults.map(describeWayError) };
  // Nothing is awaited from here to the writing of the file.
  const now = wayFileFingerprint(readWayBytes(id));
  if (seen === "" && (now || isBuiltInWay(id))) return { ok: false, code: "taken" };
  if (seen !== now) return { ok: false, code: "conflict" };
  if (seen === "" && listWayFiles().length >= MOST_WAYS) return { ok: false, code: "full" };
  writeWayFile(id, bytes);
  await scanWaysFolder();
  await audit({ kind: "admin.way_saved", actorId: member.id, details: { way: id } });
  return { ok: true };
}

/** Takes a way from those that are offered; its file is put aside. @returns false where there is no such file */
export async function removeWay(member: Member, id: string): Promise<boolean> {
  if (!readWayBytes(id)) return false;
  archiveWayFile(id);
  await scanWaysFolder();
  await audit({ kind: "admin.way_removed", actorId: member.id, details: { way: id } });
  return true;
}
