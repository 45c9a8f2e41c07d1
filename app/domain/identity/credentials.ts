import { PASSWORD_POINTS } from "./texts";

/** The strength meter: a score of 0 to 100 and its label. */
export type Strength = "veryWeak" | "weak" | "fair" | "good" | "strong";

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

/** The checklist beside the password field; the last point is recommended only. */
export const PASSWORD_CHECKLIST: readonly { text: string; isMet: (password: string) => boolean }[] = [
  { text: PASSWORD_POINTS.length, isMet: (password) => password.length >= 8 },
  { text: PASSWORD_POINTS.uppercase, isMet: (password) => /\p{Lu}/u.test(password) },
  { text: PASSWORD_POINTS.number, isMet: (password) => /\d/.test(password) },
  { text: PASSWORD_POINTS.special, isMet: (password) => /[^\p{L}\d\s]/u.test(password) },
];

/** Recovery codes of a sealed journal: each is worth as much as the key itself, so a hundred bits of chance. */
export const RECOVERY_CODE_COUNT = 8;
/** At this many or fewer, the dashboard asks for new ones. */
export const LOW_RECOVERY_CODES = 2;

/** Crockford's alphabet: nothing that is mistaken when written by hand. */
const CODE_ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const GROUPS = 4;
const GROUP = 5;
const CODE_LENGTH = GROUPS * GROUP;

/** A code to be written down, `ABCDE-FGHJK-MNPQR-STVWX`. `chance` gives a whole number below its argument. */
export function generateRecoveryCode(chance: (below: number) => number): string {
  const group = () =>
    Array.from({ length: GROUP }, () => CODE_ALPHABET[chance(CODE_ALPHABET.length)]).join("");
  return Array.from({ length: GROUPS }, group).join("-");
}

/** A code as someone types it: without its dashes, in small letters, with the letters that look like digits. */
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

/** How many are left when that is worth a word; null otherwise. */
export function lowCodeCount({ sealed }: { sealed: { codesLeft: number } | null }): number | null {
  return sealed && sealed.codesLeft <= LOW_RECOVERY_CODES ? sealed.codesLeft : null;
}
