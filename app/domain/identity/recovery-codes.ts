/** Recovery codes of a sealed journal: each is worth as much as the key itself, so a hundred bits of chance. */
export const CODE_COUNT = 8;
/** At this many or fewer, the dashboard asks for new ones. */
export const FEW_CODES = 2;

/** Crockford's alphabet: nothing that is mistaken when written by hand. */
const LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const GROUPS = 4;
const GROUP = 5;
const LENGTH = GROUPS * GROUP;

/** A code to be written down, `ABCDE-FGHJK-MNPQR-STVWX`. `chance` gives a whole number below its argument. */
export function newCode(chance: (below: number) => number): string {
  const group = () => Array.from({ length: GROUP }, () => LETTERS[chance(LETTERS.length)]).join("");
  return Array.from({ length: GROUPS }, group).join("-");
}

/** A code as someone types it: without its dashes, in small letters, with the letters that look like digits. */
export function parseRecoveryCode(text: string): string | null {
  const code = text
    .toUpperCase()
    .replace(/O/g, "0")
    .replace(/[IL]/g, "1")
    .replace(/[\s\p{Pd}.]/gu, "");
  return code.length === LENGTH && [...code].every((letter) => LETTERS.includes(letter)) ? code : null;
}

/** How many are left when that is worth a word; null otherwise. */
export function lowCodeCount({ sealed }: { sealed: { codesLeft: number } | null }): number | null {
  return sealed && sealed.codesLeft <= FEW_CODES ? sealed.codesLeft : null;
}
