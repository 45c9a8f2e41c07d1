import { storedBytes } from "#models/db/queries.server";
import { UserModel, type UserRecord } from "#models/user.server";
import type { Legacy } from "#models/user/legacy.server";
import { accountKeyOf } from "~/domain/member/member-keys.server";
import { audit } from "~/domain/operations/audit-log.server";
import { deriveKey, open, seal } from "~/platform/encryption.server";
import { endOfHour, hasSteps, type DeliveryState, type LegacyChoice, type LegacyMonths } from "./legacy";

const withLegacyChoice = { "legacy.seenUntil": { $gt: new Date(0) } };

/** Undoes every step; the time without a request counts from `seenUntil`. */
export const restartedFields = (seenUntil: Date) => ({
  "legacy.seenUntil": seenUntil,
  "legacy.warnings": [],
  "legacy.isStopped": false,
  "legacy.waitFrom": null,
  "legacy.handOver": null,
});

/** Restarts the wait of a choice from a restored backup, so that no step is due at once. */
export const restartLegacy = (legacy: Legacy | undefined, at: Date): Legacy | undefined =>
  legacy && {
    ...legacy,
    seenUntil: endOfHour(at),
    warnings: [],
    isStopped: false,
    waitFrom: null,
    handOver: null,
  };

/** Records an authenticated request of a member who made a choice. It wins over a step that is taken at the same time. */
export async function recordLegacyUse(userId: number, at: Date): Promise<void> {
  const before = await UserModel.findOneAndUpdate(
    { _id: userId, ...withLegacyChoice },
    { $set: restartedFields(endOfHour(at)) },
    { returnDocument: "before" },
  )
    .select({ legacy: 1 })
    .lean();
  if (!before?.legacy || !hasSteps(before.legacy)) return;
  const given = givenBy(before.legacy);
  await UserModel.updateOne(
    { _id: userId, ...withLegacyChoice },
    { $set: { "legacy.isUndone": true, ...(given && { "legacy.given": given }) } },
  );
  await audit({ kind: "legacy.undone", actorId: userId, subjectId: userId });
}

function givenBy({ handOver }: Legacy): DeliveryState | undefined {
  if (!handOver?.mailedAt) return undefined;
  return handOver.taken.length > 0 ? "files" : "link";
}

/** Whether a request has to be recorded: once an hour, and at once when it undoes something. */
export const isUseDue = ({ legacy }: Pick<UserRecord, "legacy">, at: Date): "now" | "later" | null => {
  if (!legacy) return null;
  if (hasSteps(legacy)) return "now";
  return endOfHour(at).getTime() === legacy.seenUntil.getTime() ? null : "later";
};

export type LegacyPerson = { name: string; email: string };

type Keys = Pick<UserRecord, "_id" | "crypto">;

/** Derived from an account key, so that the server can email the person when the journal is sealed. */
const keyOf = (user: Keys) => deriveKey(accountKeyOf(user, "recovery-codes"), "legacy-person");
const contextOf = ({ _id }: Keys) => `users|${_id}|legacy|1`;

export const sealPerson = (user: Keys, { name, email }: LegacyPerson): Buffer =>
  seal(keyOf(user), JSON.stringify({ name, email }), contextOf(user));

/** @throws DecryptionError */
export function openPerson(user: Keys & Pick<UserRecord, "legacy">): LegacyPerson {
  const opened = open(keyOf(user), storedBytes(user.legacy?.person), contextOf(user));
  return JSON.parse(opened.toString("utf8")) as LegacyPerson;
}

/** A member's choice, as its page and the export show it. */
export type LegacySettings = { choice: LegacyChoice; months?: LegacyMonths; name?: string; email?: string };

export async function readLegacy(userId: number): Promise<LegacySettings> {
  const user = await UserModel.findById(userId).select({ legacy: 1, crypto: 1 }).lean();
  if (!user?.legacy) return { choice: "none" };
  const { choice, months, person } = user.legacy;
  return { choice, ...(months && { months }), ...(person && openPerson(user)) };
}
