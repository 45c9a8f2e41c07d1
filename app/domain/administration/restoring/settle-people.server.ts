import type { Settled } from "#models/db/restored.server";
import type { UserRecord } from "#models/user.server";
import { dateInWords, localMoment } from "~/domain/calendar/local-day";
import {
  noteName,
  type AccountNote,
  type AccountState,
  type Notes,
} from "~/domain/identity/account-notes/note-files.server";
import { sealPendingMail } from "~/domain/mail/outbox.server";
import { ACCOUNT_PURPOSES } from "~/domain/member/account-purposes";
import { accountKeyOf, keyFingerprints, keysHeldByServer } from "~/domain/member/person-keys.server";
import { now } from "~/platform/clock";
import { DecryptionError } from "~/platform/encryption.server";
import { env } from "~/platform/env.server";
import { randomToken } from "~/platform/signing.server";
import { restoredMail } from "./restored-mail";
import { sealWithout } from "./seal-without.server";

/** How many of those in a backup were changed by the notes. */
export type RestoredCount = {
  gone: number;
  changed: number;
  sealed: number;
  sealOff: number;
  unread: number;
};

/** The part of a record that says who opens the journal; null where the notes and the backup have no key in common. */
type KeysPart = Partial<Pick<UserRecord, "crypto" | "sealing" | "sealOffer" | "keyMove">>;

const movingNow = () => ({ since: now(), round: 1, kind: "", after: "", done: 0 });

const marksOf = (user: Pick<UserRecord, "_id" | "crypto" | "sealing">) =>
  user.sealing ? user.sealing.marks : keyFingerprints(keysHeldByServer(user));

/**
 * The keys as they were noted, for texts as they are in the backup: sealed again where the noted key is the one that
 * followed theirs, because the wrap of a sealed journal holds the key before it too.
 */
function keysOf(user: UserRecord, state: AccountState): KeysPart | null {
  if (!user.sealing && !state.sealing) return {};
  const keys = { crypto: state.crypto, sealing: state.sealing, sealOffer: null };
  const since = user.sealing?.since;
  if (since && state.sealing && since.getTime() === state.sealing.since.getTime()) return keys;
  const there = marksOf(user)?.journal;
  const noted = marksOf({ ...state, _id: user._id });
  if (!there || !noted || user.keyMove) return null;
  if (noted.journal === there) return keys;
  return noted.earlier === there ? { ...keys, keyMove: movingNow() } : null;
}

/** Whether the second step that was noted opens with the account's key in the backup. */
function isSameAccount(user: UserRecord, { crypto }: AccountState): boolean {
  const keyed = ({ crypto: part }: Pick<UserRecord, "crypto">) =>
    Buffer.concat(ACCOUNT_PURPOSES.map((purpose) => accountKeyOf({ _id: user._id, crypto: part }, purpose)));
  return keyed(user).equals(keyed({ crypto }));
}

/** What the noted state makes of a record of the backup. */
function noted(user: UserRecord, at: Date, state: AccountState) {
  const keys = keysOf(user, state);
  const { status, deleteAfter, isAdmin, beginning, passwordHash, twoStep, atProvider, passkeys } = state;
  const goesOn = {
    status,
    deleteAfter,
    isAdmin,
    beginning: beginning?.emptying ? null : beginning,
    securedAt: at,
    // One that was removed since must not open the account again.
    passkeys: passkeys ?? [],
  };
  const away = atProvider ? {} : { atProvider: null };
  const steps = isSameAccount(user, state) ? { twoStep } : {};
  // A sealed journal opens with the password of its wraps, so they stay together.
  const isLastPassword = keys !== null || !user.sealing;
  const seal = keys === null && sealWithout(user, passkeys ?? []);
  return {
    set: { ...goesOn, ...away, ...steps, ...(isLastPassword && { passwordHash }), ...keys, ...seal },
    isLastPassword,
    isSealOff: state.sealing !== null && !user.sealing && !keys,
    isSealed: state.sealing !== null && !user.sealing && keys !== null,
  };
}

/** Destroyed before: what is left is destroyed again by the job that did it. */
const destroyed = (user: UserRecord, at: Date) => ({
  crypto: { ...user.crypto, wrappedKey: Buffer.alloc(0), keyId: "" },
  sealing: null,
  sealOffer: null,
  status: "deleting" as const,
  deleteAfter: at,
  passwordHash: "",
  tokens: [],
  pendingMail: [],
  emailChange: null,
  securityStamp: randomToken(16),
});

/** Answers what becomes of each person of a backup, and counts. */
export function settlePeople({ notes, list, damaged, missing }: Notes, count: RestoredCount, madeBy: Date) {
  return (madeAt: Date | null) => {
    const to = madeAt ?? madeBy;
    // Where no note is missing, a password without a note is the last one.
    const isWhole = list !== null && list.began <= to && damaged + missing === 0;
    return (user: UserRecord): Settled => {
      const note = notes.get(noteName(user));
      if (note && !note.state) {
        count.gone += 1;
        return { set: destroyed(user, note.at) };
      }
      const { set, isLastPassword, isSealOff, isSealed } = changedBy(user, note, count) ?? {
        set: {},
        isLastPassword: isWhole,
        isSealOff: false,
        isSealed: false,
      };
      const status = set.status ?? user.status;
      const restored = { to, isSealOff };
      // A link or a change of address that was used since would work once more.
      const ended = { securityStamp: randomToken(16), tokens: [], emailChange: null, restored };
      if (status !== "active" || !user.emailVerifiedAt) return { set: { ...set, ...ended } };
      const day = dateInWords(localMoment(to, user.timezone).date);
      const password = isLastPassword ? "last" : "then";
      const mail = restoredMail({ to: user.email, day, password, isSealOff, isSealed }, env.PUBLIC_ORIGIN);
      return { set: { ...set, ...ended }, letter: sealPendingMail(mail, now()) };
    };
  };
}

type Change = { set: Partial<UserRecord>; isLastPassword: boolean; isSealOff: boolean; isSealed: boolean };

/** Null where the notes say nothing that the backup does not hold. */
function changedBy(user: UserRecord, note: AccountNote | undefined, count: RestoredCount): Change | null {
  if (!note?.state) return null;
  // A backup that is newer than the note holds what was noted, or what came after it.
  if (user.securedAt && user.securedAt >= note.at) return null;
  try {
    const change = noted(user, note.at, note.state);
    count.changed += 1;
    if (change.isSealed) count.sealed += 1;
    if (change.isSealOff) count.sealOff += 1;
    return change;
  } catch (error) {
    if (!(error instanceof DecryptionError)) throw error;
    count.unread += 1;
    const isSealOff = note.state.sealing !== null && !user.sealing;
    return { set: {}, isLastPassword: false, isSealOff, isSealed: false };
  }
}
