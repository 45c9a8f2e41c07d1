/** The strength meter and the checklist beside a new password (seed section 5). */
export const STRENGTH_LABELS = {
  veryWeak: "Very weak",
  weak: "Weak",
  fair: "Fair",
  good: "Good",
  strong: "Strong",
};

export const PASSWORD_POINTS = {
  length: "at least 8 characters",
  uppercase: "at least 1 uppercase letter",
  number: "at least 1 number",
  special: "special character (recommended)",
};
