import type { Reconciled } from "#models/db/backup.server";
import type { UserRecord } from "#models/user.server";
import { formatDate, localMoment } from "~/domain/calendar/local-day";
import {
  sidecarFileName,
  type AccountState,
  type Sidecar,
  type SidecarNote,
} from "~/domain/identity/backup-sidecar.server";
import { restartLegacy } from "~/domain/identity/legacy-use.server";
import { ACCOUNT_PURPOSES } from "~/domain/member/member";
import { accountKeyOf, keyFingerprints, serverHeldKeys } from "~/domain/member/member-keys.server";
import type { MailMessage } from "~/domain/reminders/mail/mail-message";
import { sealPendingMail } from "~/domain/reminders/mail/outbox.server";
import { t } from "~/i18n/t";
import { now } from "~/platform/clock";
import { DecryptionError } from "~/platform/encryption.server";
import { env } from "~/platform/env.server";
import { randomToken } from "~/platform/signing.server";

/** Accounts that a restore has changed because of their sidecar notes, by kind of change. */
export type ReconcileCounts = {
  deleted: number;
  changed: number;
  sealed: number;
  sealOff: number;
  unread: number;
};

type KeysPart = Partial<Pick<UserRecord, "crypto" | "sealing" | "sealOffer" | "keyMove">>;

const startReencryption = () => ({ since: now(), round: 1, kind: "", after: "", done: 0 });

const fingerprintsOf = (user: Pick<UserRecord, "_id" | "crypto" | "sealing">) =>
  user.sealing ? user.sealing.marks : keyFingerprints(serverHeldKeys(user));

/**
 * The keys of the note if they decrypt the texts of the backup; null otherwise. Empty if the journal is sealed neither in the
 * backup nor in the note. Texts of the previous key, which the wrap of a sealed journal also contains, are re-encrypted.
 */
function keysOf(user: UserRecord, state: AccountState): KeysPart | null {
  if (!user.sealing && !state.sealing) return {};
  const keys = { crypto: state.crypto, sealing: state.sealing, sealOffer: null };
  const since = user.sealing?.since;
  if (since && state.sealing && since.getTime() === state.sealing.since.getTime()) return keys;
  const inBackup = fingerprintsOf(user)?.journal;
  const inNote = fingerprintsOf({ ...state, _id: user._id });
  if (!inBackup || !inNote || user.keyMove) return null;
  if (inNote.journal === inBackup) return keys;
  return inNote.earlier === inBackup ? { ...keys, keyMove: startReencryption() } : null;
}

/** Whether note and backup have the same account keys, so that the note's second sign-in step can be decrypted. */
function hasSameAccountKey(user: UserRecord, { crypto }: AccountState): boolean {
  const accountKeys = ({ crypto: part }: Pick<UserRecord, "crypto">) =>
    Buffer.concat(ACCOUNT_PURPOSES.map((purpose) => accountKeyOf({ _id: user._id, crypto: part }, purpose)));
  return accountKeys(user).equals(accountKeys({ crypto }));
}

/** Used if the seal of the backup stays: drops the key wraps of passkeys that the member removed after the backup. */
function dropRemovedPasskeys(
  { sealing }: Pick<UserRecord, "sealing">,
  passkeys: readonly { id: string }[],
): Partial<Pick<UserRecord, "sealing">> {
  if (!sealing?.byPasskey) return {};
  const ids = new Set(passkeys.map(({ id }) => id));
  return { sealing: { ...sealing, byPasskey: sealing.byPasskey.filter(({ passkey }) => ids.has(passkey)) } };
}

/** The changes that a note makes to a record of the backup. */
function changesOfState(user: UserRecord, at: Date, state: AccountState) {
  const keys = keysOf(user, state);
  const { status, deleteAfter, isAdmin, beginning, passwordHash, twoStep, atProvider, passkeys } = state;
  const account = {
    status,
    deleteAfter,
    isAdmin,
    beginning: beginning?.emptying ? null : beginning,
    securedAt: at,
    legacy: state.legacy,
    // A passkey that was removed after the backup must not work again.
    passkeys: passkeys ?? [],
  };
  const oidc = atProvider ? {} : { atProvider: null };
  const steps = hasSameAccountKey(user, state) ? { twoStep } : {};
  // A sealed journal is unwrapped with the password, so password and wraps come from the same source.
  const isLastPassword = keys !== null || !user.sealing;
  const seal = keys === null && dropRemovedPasskeys(user, passkeys ?? []);
  return {
    set: { ...account, ...oidc, ...steps, ...(isLastPassword && { passwordHash }), ...keys, ...seal },
    isLastPassword,
    isSealOff: state.sealing !== null && !user.sealing && !keys,
    isSealed: state.sealing !== null && !user.sealing && keys !== null,
  };
}

/** For an account destroyed after the backup: destroys its keys at once, and leaves the rest to the job as a due deletion. */
const destroyedFields = (user: UserRecord, at: Date) => ({
  crypto: { ...user.crypto, wrappedKey: Buffer.alloc(0), keyId: "" },
  sealing: null,
  sealOffer: null,
  status: "deleting" as const,
  deleteAfter: at,
  passwordHash: "",
  tokens: [],
  pendingMail: [],
  emailChange: null,
  legacy: null,
  securityStamp: randomToken(16),
});

/** @returns a function that reconciles each account of a backup with its note and adds the change to `count` */
export function reconcileAccounts(
  { notes, list, damaged, missing }: Sidecar,
  count: ReconcileCounts,
  madeBy: Date,
) {
  return (madeAt: Date | null) => {
    const to = madeAt ?? madeBy;
    // When the sidecar is complete, an account without a note has had the same password since the backup.
    const isComplete = list !== null && list.began <= to && damaged + missing === 0;
    return (user: UserRecord): Reconciled => {
      const note = notes.get(sidecarFileName(user));
      if (note && !note.state) {
        count.deleted += 1;
        return { set: destroyedFields(user, note.at) };
      }
      const { set, isLastPassword, isSealOff, isSealed } = changesOfNote(user, note, count) ?? {
        set: {},
        isLastPassword: isComplete,
        isSealOff: false,
        isSealed: false,
      };
      const status = set.status ?? user.status;
      const restored = { to, isSealOff };
      // Links and changes of an email address that were used after the backup must not work again.
      const invalidated = {
        ...{ securityStamp: randomToken(16), tokens: [], emailChange: null, restored },
        // The owner may have signed in after the backup, so pending legacy steps must not destroy or hand over the journal.
        ...(user.legacy && { legacy: null }),
        ...restartedLegacy("legacy" in set ? set.legacy : user.legacy),
      };
      if (status !== "active" || !user.emailVerifiedAt) return { set: { ...set, ...invalidated } };
      const day = formatDate(localMoment(to, user.timezone).date);
      const password = isLastPassword ? "last" : "then";
      const mail = restoreMail({ to: user.email, day, password, isSealOff, isSealed }, env.PUBLIC_ORIGIN);
      return { set: { ...set, ...invalidated }, mail: sealPendingMail(mail, now()) };
    };
  };
}

function restartedLegacy(chosen: UserRecord["legacy"]) {
  const legacy = restartLegacy(chosen, now());
  return legacy && { legacy };
}

type Change = { set: Partial<UserRecord>; isLastPassword: boolean; isSealOff: boolean; isSealed: boolean };

/** Null when there is no note, or the backup already includes its change. */
function changesOfNote(
  user: UserRecord,
  note: SidecarNote | undefined,
  count: ReconcileCounts,
): Change | null {
  if (!note?.state) return null;
  if (user.securedAt && user.securedAt >= note.at) return null;
  try {
    const change = changesOfState(user, note.at, note.state);
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

type RestoreMail = {
  to: string;
  day: string;
  /** The valid password after the restore: the newest one ("last") or the one at the time of the backup ("then"). */
  password: "last" | "then";
  isSealOff: boolean;
  isSealed: boolean;
};

const SEAL_IS_OFF = t(
  "You sealed your journal after that day, and the seal could not be restored: the server’s keys can open it now. Please seal it again.",
);

/** Tells a member that the server was restored to an earlier day. */
function restoreMail({ to, day, password, isSealOff, isSealed }: RestoreMail, origin: string): MailMessage {
  const lines = [
    t(
      "The server of your Still and Know journal had a problem and was restored from a copy of {day}. What you wrote after that day is missing, and what you deleted after it may be there again.",
      { day },
    ),
    password === "last"
      ? t("You have been signed out everywhere. Your password is the last one you chose.")
      : t(
          "You have been signed out everywhere. If you chose a new password after that day, the earlier one is valid again: please change it.",
        ),
    t("Keys for programs no longer work either. You can make new ones in Settings."),
  ];
  if (isSealed)
    lines.push(
      t(
        "Your journal is still sealed. Entries from the copy are encrypted with your own key when you next sign in.",
      ),
    );
  if (isSealOff) lines.push(SEAL_IS_OFF);
  return {
    kind: "journal-restored",
    to,
    subject: t("Your journal was restored to {day}", { day }),
    lines,
    link: isSealOff
      ? { url: `${origin}/settings/security/seal`, label: t("Seal my journal") }
      : { url: `${origin}/login`, label: t("Sign in") },
    after: [],
  };
}
