import { PASSWORD_POINTS } from "./texts";

export type Strength = "veryWeak" | "weak" | "fair" | "good" | "strong";

/** The strength of a password, 0 to 100. */
export function passwordScore(password: string): number {
  const length = password.length >= 8 ? 20 : password.length >= 6 ? 10 : 0;
  const kinds = [/\p{Lu}/u, /\p{Ll}/u, /\d/, /[^\p{L}\d\s]/u];
  return length + kinds.filter((kind) => kind.test(password)).length * 20;
}

export function passwordStrength(score: number): Strength {
  if (score < 30) return "veryWeak";
  if (score < 50) return "weak";
  if (score < 70) return "fair";
  return score < 90 ? "good" : "strong";
}

/** Checklist of a new password. The last item is a recommendation. */
export const PASSWORD_CHECKLIST: readonly { text: string; isMet: (password: string) => boolean }[] = [
  { text: PASSWORD_POINTS.length, isMet: (password) => password.length >= 8 },
  { text: PASSWORD_POINTS.uppercase, isMet: (password) => /\p{Lu}/u.test(password) },
  { text: PASSWORD_POINTS.number, isMet: (password) => /\d/.test(password) },
  { text: PASSWORD_POINTS.special, isMet: (password) => /[^\p{L}\d\s]/u.test(password) },
];

/** Recovery codes of a sealed journal. Each unwraps the keys, so each has 100 random bits. */
export const RECOVERY_CODE_COUNT = 8;
/** With this number of unused codes or fewer, the dashboard asks the member to create new ones. */
export const LOW_RECOVERY_CODES = 2;

/** Crockford's base32: no letters that handwriting confuses. */
const CODE_ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const GROUPS = 4;
const GROUP_LENGTH = 5;
const CODE_LENGTH = GROUPS * GROUP_LENGTH;

/** `ABCDE-FGHJK-MNPQR-STVWX`. `randomBelow` returns an integer from 0 to below its argument. */
export function generateRecoveryCode(randomBelow: (limit: number) => number): string {
  const group = () =>
    Array.from({ length: GROUP_LENGTH }, () => CODE_ALPHABET[randomBelow(CODE_ALPHABET.length)]).join("");
  return Array.from({ length: GROUPS }, group).join("-");
}

/** Normalizes a typed code: case, dashes, spaces, and O, I, L for 0 and 1. Null if it is no code. */
export function parseRecoveryCode(text: string): string | null {
  const code = text
    .toUpperCase()
    .replace(/O/g, "0")
    .replace(/[IL]/g, "1")
    .replace(/[\s\p{Pd}.]/gu, "");
  return code.length === CODE_LENGTH && [...code].every((letter) => CODE_ALPHABET.includes(letter))
    ? code
    : null;
}

/** Number of unused codes if it is low, otherwise null. */
export function lowCodeCount({ sealed }: { sealed: { codesLeft: number } | null }): number | null {
  return sealed && sealed.codesLeft <= LOW_RECOVERY_CODES ? sealed.codesLeft : null;
}
