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
