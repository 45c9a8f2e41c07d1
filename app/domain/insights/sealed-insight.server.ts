import { resealing } from "#models/db/resealing.server";
import { storedBytes } from "#models/db/stored-bytes.server";
import { InsightModel, type InsightRecord } from "#models/insight.server";
import type { Member } from "~/domain/member/member";
import { movedToNewKey, openPersonal, personalKey } from "~/domain/member/person-keys.server";
import type { Crisis } from "~/domain/safety/crisis";
import { DecryptionError, seal } from "~/platform/encryption.server";
import { log } from "~/platform/log.server";
import type { InsightContent } from "./insight";

/** An insight is made of journal text and stored like it: sealed, bound to its record. */
const associatedDataOf = (id: string) => `insights|${id}|content|1`;
const keyOf = (member: Member) => personalKey(member, "insight");

/** What is sealed: the insight, and whether its week asked for help. */
export type SealedInsight = InsightContent & { help?: NonNullable<Crisis["about"]> };

export function sealInsight(member: Member, id: string, content: SealedInsight): Buffer {
  return seal(keyOf(member).now, JSON.stringify(content), associatedDataOf(id));
}

/** The content, or null where it is missing or does not open. */
export function openInsight(
  member: Member,
  { _id, sealed }: Pick<InsightRecord, "_id" | "sealed">,
): SealedInsight | null {
  if (!sealed) return null;
  try {
    return JSON.parse(
      openPersonal(keyOf(member), storedBytes(sealed), associatedDataOf(_id)).toString("utf8"),
    ) as SealedInsight;
  } catch (error) {
    if (!(error instanceof DecryptionError)) throw error;
    log.error("insight.unreadable", error);
    return null;
  }
}

/** Re-encrypts insights with their person's new key. */
export const resealInsights = resealing(InsightModel, (member: Member) => {
  const key = keyOf(member);
  return ({ _id, sealed }) => {
    const moved = movedToNewKey(key, sealed, associatedDataOf(_id));
    return moved && { set: { sealed: moved } };
  };
});
