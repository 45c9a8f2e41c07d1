import { storedBytes } from "#models/db/queries.server";
import type { Member } from "~/domain/member/member";
import { deriveMemberKey, openWithDerivedKey } from "~/domain/member/member-keys.server";
import { seal } from "~/platform/encryption.server";

const keyOf = (member: Member) => deriveMemberKey(member, "held-file");
const associatedDataOf = (id: string) => `heldFiles|${id}|1`;

/** Encrypts the content of an uploaded, staged or printed file for its member, bound to its record. */
export const sealTransferFile = (member: Member, id: string, content: Uint8Array | string): Buffer =>
  seal(keyOf(member).now, typeof content === "string" ? content : Buffer.from(content), associatedDataOf(id));

/** @throws DecryptionError if the record was changed or moved */
export const openTransferFile = (member: Member, { _id, sealed }: { _id: string; sealed: Buffer }): Buffer =>
  openWithDerivedKey(keyOf(member), storedBytes(sealed), associatedDataOf(_id));
