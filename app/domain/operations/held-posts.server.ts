import { storedBytes } from "#models/db/stored-bytes.server";
import { HeldPostModel } from "#models/held-post.server";
import { now } from "~/platform/clock";
import { deriveKey, open, seal } from "~/platform/encryption.server";
import { hashToken, isSigned, randomToken, sign } from "~/platform/signing.server";

/**
 * What was typed into a form whose session had ended, kept until the same person has signed in again. The database holds
 * it sealed; the key is in the browser's cookie alone.
 */
export type HeldPost = { action: string; fields: [name: string, value: string][] };

export const HOLD_SECONDS = 60 * 60;

/** Says in a form whose it is, so that nobody else who signs in at this browser is shown the text. */
export function ownerMark(memberId: number): string {
  return sign("form-owner", String(memberId));
}

const keyOf = (secret: string) => deriveKey(Buffer.from(secret, "base64url"), "held-post");
const place = (id: string) => `heldPosts|${id}|1`;

/** Keeps a post. Answers the secret that opens it. */
export async function holdPost(post: HeldPost, owner: string): Promise<string> {
  const secret = randomToken();
  const id = hashToken(secret);
  const sealed = seal(keyOf(secret), JSON.stringify({ ...post, owner }), place(id));
  await HeldPostModel.create({ _id: id, sealed, expiresAt: new Date(now().getTime() + HOLD_SECONDS * 1000) });
  return secret;
}

/** The post that this secret opens, if it is this member's; it stays until `dropPost`. */
export async function readHeldPost(secret: string, memberId: number): Promise<HeldPost | null> {
  const id = hashToken(secret);
  const record = await HeldPostModel.findOne({ _id: id, expiresAt: { $gt: now() } }).lean();
  if (!record) return null;
  const { owner, ...post } = JSON.parse(
    open(keyOf(secret), storedBytes(record.sealed), place(id)).toString(),
  ) as HeldPost & {
    owner: string;
  };
  return isSigned("form-owner", String(memberId), owner) ? post : null;
}

export async function dropHeldPost(secret: string): Promise<void> {
  await HeldPostModel.deleteOne({ _id: hashToken(secret) });
}
