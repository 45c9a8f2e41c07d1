import { storedBytes } from "#models/db/stored-bytes.server";
import { SavedPostModel } from "#models/saved-post.server";
import { SessionModel } from "#models/session.server";
import { allow } from "~/domain/attempts/attempts.server";
import { now } from "~/platform/clock";
import { deriveKey, open, seal } from "~/platform/encryption.server";
import { hashToken, isSigned, randomToken, sign } from "~/platform/signing.server";

/**
 * What was typed into a form whose session had ended, kept until the same person has signed in again. The database holds
 * it sealed; the key is in the browser's cookie alone.
 */
export type SavedPost = { action: string; fields: [name: string, value: string][] };

export const HOLD_SECONDS = 60 * 60;

/** How long one text may be, and how many may wait: strangers can fill fifty megabytes and no more. */
const MOST_BYTES = 256 * 1024;
const MOST_WAITING = 200;
const HOUR_MS = 60 * 60 * 1000;
const AN_HOUR_FROM_A_NETWORK = 20;

/** Marks a form as its person's, so that the text is not shown to someone else who signs in at this browser. */
export function ownerMark(memberId: number): string {
  return `${memberId}.${sign("form-owner", String(memberId))}`;
}

/** Whether we made this mark, for anyone. */
export function isOwnerMark(mark: string): boolean {
  const [memberId = "", signature = ""] = mark.split(".");
  return isSigned("form-owner", memberId, signature);
}

/** Whether this is or was one of our sessions, as long as its record is kept. */
export async function isOurSession(secret: string): Promise<boolean> {
  return (await SessionModel.exists({ _id: hashToken(secret) })) !== null;
}

const keyOf = (secret: string) => deriveKey(Buffer.from(secret, "base64url"), "held-post");
const place = (id: string) => `heldPosts|${id}|1`;

/** Keeps a post. @returns the secret that opens it, or null when there is no room */
export async function savePost(post: SavedPost, owner: string, network: string): Promise<string | null> {
  const text = JSON.stringify({ ...post, owner });
  if (Buffer.byteLength(text) > MOST_BYTES) return null;
  if (!(await allow(`held-post|${network}`, AN_HOUR_FROM_A_NETWORK, HOUR_MS))) return null;
  if ((await SavedPostModel.countDocuments({ expiresAt: { $gt: now() } })) >= MOST_WAITING) return null;
  const secret = randomToken();
  const id = hashToken(secret);
  const sealed = seal(keyOf(secret), text, place(id));
  await SavedPostModel.create({
    _id: id,
    sealed,
    expiresAt: new Date(now().getTime() + HOLD_SECONDS * 1000),
  });
  return secret;
}

/** The post that this secret opens, if it is this member's; it stays until `dropPost`. */
export async function readSavedPost(secret: string, memberId: number): Promise<SavedPost | null> {
  const id = hashToken(secret);
  const record = await SavedPostModel.findOne({ _id: id, expiresAt: { $gt: now() } }).lean();
  if (!record) return null;
  const { owner, ...post } = JSON.parse(
    open(keyOf(secret), storedBytes(record.sealed), place(id)).toString(),
  ) as SavedPost & {
    owner: string;
  };
  return isOwnerMark(owner) && owner.startsWith(`${memberId}.`) ? post : null;
}

export async function dropSavedPost(secret: string): Promise<void> {
  await SavedPostModel.deleteOne({ _id: hashToken(secret) });
}
