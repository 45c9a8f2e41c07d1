import { allow } from "~/domain/attempts/attempts.server";
import { DAY, HOUR, SECOND } from "~/domain/calendar/durations";
import type { Member } from "~/domain/member/member";
import { randomToken } from "~/platform/signing.server";
import { FILE_PIECE } from "~/platform/zip/byte-source";
import { dropUpload, keepPiece, sayBusy, takeUploadPlace } from "./held-upload.server";

/** Each costs reading a large file. */
const UPLOADS_AN_HOUR = 30;
const UPLOADS_A_DAY = 60;
/** As long as it arrives, that is said this often. */
const SAID_EVERY = 3 * SECOND;

/** Why no file is taken at this moment. */
export type UploadWait = "too_many_uploads" | "busy";

/** A file on its way into our keeping. */
export type ArrivingUpload = {
  /** Adds what has come; returns once there is room for more, so that nothing piles up. */
  add: (bytes: Uint8Array) => Promise<void>;
  /** Keeps the end of it. */
  end: () => Promise<void>;
  /** Hands it over to who reads it: `drop` does nothing from then on. */
  take: () => { id: string; size: number };
  drop: () => Promise<void>;
};

/**
 * Makes room for a file of a person's: sealed piece by piece as it arrives, and thrown away when it has been read. A person
 * sends one at a time, an instance takes a few, and a client subnet takes half of those.
 */
export async function holdUpload(member: Member, subnet: string): Promise<ArrivingUpload | UploadWait> {
  const isAllowed =
    (await allow(`import|${member.id}`, UPLOADS_AN_HOUR, HOUR)) &&
    (await allow(`import day|${member.id}`, UPLOADS_A_DAY, DAY));
  if (!isAllowed) return "too_many_uploads";
  const id = randomToken(16);
  if (!(await takeUploadPlace(member, { id, fileName: "", size: 0 }, subnet))) return "busy";
  const piece = Buffer.allocUnsafeSlow(FILE_PIECE);
  let filled = 0;
  let pieces = 0;
  let size = 0;
  let isTaken = false;
  const saying = setInterval(() => void sayBusy(member).catch(() => undefined), SAID_EVERY).unref();
  const keep = async () => {
    await keepPiece(member, id, pieces++, piece.subarray(0, filled));
    filled = 0;
  };
  return {
    add: async (bytes) => {
      size += bytes.length;
      for (let at = 0; at < bytes.length;) {
        const some = bytes.subarray(at, at + FILE_PIECE - filled);
        piece.set(some, filled);
        filled += some.length;
        at += some.length;
        if (filled === FILE_PIECE) await keep();
      }
    },
    end: async () => {
      if (filled > 0) await keep();
    },
    take: () => {
      isTaken = true;
      clearInterval(saying);
      return { id, size };
    },
    drop: async () => {
      clearInterval(saying);
      if (!isTaken) await dropUpload(member);
    },
  };
}
