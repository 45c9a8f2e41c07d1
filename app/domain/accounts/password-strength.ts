/** The strength meter (seed section 5): a score of 0 to 100 and its label. */
export type StrengthLabel = "Very weak" | "Weak" | "Fair" | "Good" | "Strong";

export function passwordScore(password: string): number {
  const length = password.length >= 8 ? 20 : password.length >= 6 ? 10 : 0;
  const kinds = [/\p{Lu}/u, /\p{Ll}/u, /\d/, /[^\p{L}\d\s]/u];
  return length + kinds.filter((kind) => kind.test(password)).length * 20;
}

export function strengthLabel(score: number): StrengthLabel {
  if (score < 30) return "Very weak";
  if (score < 50) return "Weak";
  if (score < 70) return "Fair";
  return score < 90 ? "Good" : "Strong";
}

/** The checklist beside the password field; the last point is recommended only. */
export const PASSWORD_CHECKLIST: readonly { text: string; isMet: (password: string) => boolean }[] = [
  { text: "at least 8 characters", isMet: (password) => password.length >= 8 },
  { text: "at least 1 uppercase letter", isMet: (password) => /\p{Lu}/u.test(password) },
  { text: "at least 1 number", isMet: (password) => /\d/.test(password) },
  { text: "special character (recommended)", isMet: (password) => /[^\p{L}\d\s]/u.test(password) },
];
