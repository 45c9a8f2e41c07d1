import { createHash } from "node:crypto";
import { PictureModel } from "#models/picture.server";
import { allow } from "~/domain/attempts/attempts.server";
import { HOUR } from "~/domain/calendar/durations";
import type { Member } from "~/domain/member/member";
import { repeatedId } from "~/domain/member/person-keys.server";
import { JournalFullError } from "~/domain/operations/journal-quota.server";
import { decodePicture } from "~/platform/pictures.server";
import { randomToken } from "~/platform/signing.server";
import { kindOfPicture, PICTURE_LIMITS, type Picture, type PictureRefusal } from "./picture";
import { keepPicture } from "./pictures.server";

const AN_HOUR = 120;

type TakenIn = {
  taken: Picture[];
  /** Why the first of those that were left out was; null where all were taken. */
  why: PictureRefusal | null;
};

/**
 * Stores the files of a form one after the other, and the good ones whatever the others are. The form has yet to name them
 * (`addPictures`). The same file of the same `submission` is one picture, however often it is sent.
 */
export async function takePicturesIn(
  member: Member,
  submission: string = randomToken(16),
  files: readonly File[],
  room: number = PICTURE_LIMITS.each,
): Promise<TakenIn> {
  const taken: Picture[] = [];
  let why: PictureRefusal | null = null;
  for (const file of files) {
    const picture = await takeOne(member, submission, file, taken.length < room);
    if (typeof picture === "string") why ??= picture;
    else if (!taken.some(({ id }) => id === picture.id)) taken.push(picture);
  }
  return { taken, why };
}

async function takeOne(
  member: Member,
  submission: string,
  file: File,
  hasRoom: boolean,
): Promise<Picture | PictureRefusal> {
  if (file.size === 0) return "empty";
  if (file.size > PICTURE_LIMITS.bytes) return "too_large";
  const bytes = new Uint8Array(await file.arrayBuffer());
  const kind = kindOfPicture(bytes);
  if (!kind) return "unknown_kind";
  const name = `${submission}|${createHash("sha256").update(bytes).digest("hex")}`;
  const id = repeatedId(member, "pictures", name);
  const known = await PictureModel.findOne({ _id: id, userId: member.id }, { width: 1, height: 1 }).lean();
  if (known) return { id, width: known.width, height: known.height, text: "" };
  if (!hasRoom) return "too_many";
  if (!(await allow(`pictures|${member.id}`, AN_HOUR, HOUR))) return "often";
  const decoded = await decodePicture(bytes);
  if (!decoded) return kind === "heic" ? "heic" : "unreadable";
  try {
    return await keepPicture(member, { id, holder: submission }, decoded);
  } catch (error) {
    if (error instanceof JournalFullError) return "full";
    throw error;
  }
}
