import { createHash } from "node:crypto";
import { PictureModel } from "#models/picture.server";
import { allow } from "~/domain/attempts/attempts.server";
import { HOUR } from "~/domain/calendar/durations";
import type { Member } from "~/domain/member/member";
import { repeatedId } from "~/domain/member/person-keys.server";
import { JournalFullError } from "~/domain/operations/journal-quota.server";
import { decodePicture } from "~/platform/pictures.server";
import { kindOfPicture, PICTURE_LIMITS, type Picture, type PictureRefusal } from "./picture";
import { keepPicture } from "./pictures.server";

const AN_HOUR = 120;

/** For which page pictures come, and by which form: the same picture by the same form is one, however often it is sent. */
type Coming = { holder: string; submission: string | undefined };

type TakenIn = {
  taken: Picture[];
  /** Why the first of those that were left out was; null where all were taken. */
  why: PictureRefusal | null;
};

/** Takes in what a form brings, one after the other. Those that are good are kept, whatever the others are. */
export async function takePicturesIn(
  member: Member,
  coming: Coming,
  files: readonly File[],
  room: number = PICTURE_LIMITS.each,
): Promise<TakenIn> {
  const taken: Picture[] = [];
  let why: PictureRefusal | null = null;
  for (const file of files) {
    const picture = await takeOne(member, coming, file, taken.length < room);
    if (typeof picture === "string") why ??= picture;
    else if (!taken.some(({ id }) => id === picture.id)) taken.push(picture);
  }
  return { taken, why };
}

async function takeOne(
  member: Member,
  { holder, submission }: Coming,
  file: File,
  hasRoom: boolean,
): Promise<Picture | PictureRefusal> {
  if (file.size > PICTURE_LIMITS.bytes) return "too_large";
  const bytes = new Uint8Array(await file.arrayBuffer());
  const kind = kindOfPicture(bytes);
  if (!kind) return "unknown_kind";
  const name = `${submission ?? ""}|${holder}|${createHash("sha256").update(bytes).digest("hex")}`;
  const id = repeatedId(member, "pictures", name);
  const known = await PictureModel.findOne({ _id: id, userId: member.id }, { width: 1, height: 1 }).lean();
  if (known) return { id, width: known.width, height: known.height, text: "" };
  if (!hasRoom) return "too_many";
  if (!(await allow(`pictures|${member.id}`, AN_HOUR, HOUR))) return "often";
  const decoded = await decodePicture(bytes);
  if (!decoded) return kind === "heic" ? "heic" : "unreadable";
  try {
    return await keepPicture(member, { id, holder }, decoded);
  } catch (error) {
    if (error instanceof JournalFullError) return "full";
    throw error;
  }
}
