/** Texts of the seed, sections 2, 5 and 8, word for word, in one place. */

export const FIELD_MESSAGES = {
  timeInvalid: "Please enter a time as HH:MM, for example 06:30.",
  emailRequired: "Email is required",
  emailInvalid: "Please enter a valid email address",
  passwordRequired: "Password is required",
  passwordLoginShort: "Password must be at least 6 characters long",
  usernameRequired: "Username is required",
  usernameShort: "Username must be at least 3 characters long",
  usernameLong: "Username must be at most 30 characters long",
  usernameCharacters: "Username can only contain letters, numbers, and underscores",
  passwordShort: "Password must be at least 8 characters long",
  passwordUppercase: "Password must contain at least one uppercase letter",
  passwordNumber: "Password must contain at least one number",
  passwordLong: "Password must be at most 1024 bytes long",
  confirmRequired: "Please confirm your password",
  confirmDiffers: "Passwords do not match",
  termsRequired: "You must agree to the terms and privacy policy",
} as const;

export type Notice = { title: string; text: string };

/** Sign in (seed section 8, "Login"). */
export const LOGIN_TEXTS = {
  failed: { title: "Login failed", text: "Invalid email or password" },
  adminFallback: "Please check your credentials and try again.",
  unverified: {
    title: "Email Verification Required",
    text: "Please check your email and verify your account before logging in.",
  },
  /** For programs that look for "verify your email". */
  unverifiedMessage: "Please verify your email: check your email and verify your account before logging in.",
  connection: {
    title: "Connection problem",
    text: "Unable to reach the server. Please check your internet connection.",
  },
  timedOut: { title: "Request timed out", text: "The server took too long to respond. Please try again." },
  timedOutInternal: "Login request timed out. Please try again.",
  refreshFailed: "Failed to refresh user session after login",
  offline: { title: "You are offline", text: "Please check your internet connection and try again." },
  connectionLost: "Connection lost",
  connectionRestored: "Connection restored",
  blocked: "Login temporarily blocked",
  success: { title: "Login successful", text: "Welcome back to your spiritual journaling!" },
} as const;

/** "Too many login attempts", with the seconds that are left. */
export function loginLocked(seconds: number): Notice {
  return { title: "Too many login attempts", text: `Please wait ${seconds} seconds before trying again.` };
}

/** Registration (seed section 8, "Registration"). */
export const REGISTRATION_TEXTS = {
  exists: "Account already exists",
  usernameTaken: "This username already exists",
  emailTaken: "An account with this email already exists",
  connection: {
    title: "Connection problem",
    text: "Unable to reach the server. Please check your internet connection.",
  },
  timedOut: { title: "Request timed out", text: "The server took too long to respond. Please try again." },
  failed: { title: "Registration failed", text: "Please try again." },
  unexpected: "An unexpected error occurred. Please try again.",
  inlineDefault: "Failed to create account.",
  offline: { title: "You are offline", text: "Please check your internet connection to create an account." },
  success: {
    title: "Registration Successful!",
    text: "Please check your email to verify your account before logging in.",
  },
  note: "Your information is securely encrypted. We never store passwords in plain text.",
  usernameHint: "only letters, numbers and underscores",
  buttonIdle: "Create account",
  buttonBusy: "Creating account...",
  buttonOffline: "Offline (Cannot Register)",
} as const;

/** "Too many registration attempts", with the seconds that are left. */
export function registrationLocked(seconds: number): Notice {
  return {
    title: "Too many registration attempts",
    text: `Please wait ${seconds} seconds before trying again.`,
  };
}

/** The submit button while the form is blocked. */
export function tryAgainIn(seconds: number): string {
  return `Try again in ${seconds}s`;
}

/** Hint lines of "Remember me" (seed section 2, "Sign-in screen"). */
export const REMEMBER_HINTS = {
  on: "Your email will be saved for next time",
  off: "Session will not be remembered",
} as const;

export const LOGGED_OUT = "Logged out";

/** Two-step sign-in (not in the seed). */
export const CODE_TEXTS = {
  hint: "The six digits from your authenticator app, or one of your recovery codes.",
  required: "Code is required",
  wrong: "That code is not right, or has already been used.",
} as const;

/** Password reset (not shown in the seed). */
export const RESET_TEXTS = {
  asked: {
    title: "Please check your email",
    text: "If there is an account for this address, a link to choose a new password is on its way.",
  },
  tooMany: { title: "Too many requests", text: "Please wait an hour and try again." },
  done: { title: "Your password has been changed", text: "Please sign in with your new password." },
  expired: { title: "This link has been used or has expired", text: "You can ask for a new one below." },
} as const;

export const WRONG_PASSWORD = "That is not your password.";

/** The prompt set of another plan was asked for (seed section 4: lectio_examen belongs to tier2 alone). */
export const FORMATION_SET_REFUSED = "Lectio Divina and Examen belong to the Formation Plan.";
export const OFFICE_PLAN_REFUSED = "The Daily Office belongs to the Formation Plan.";
export const BOOK_PLAN_REFUSED = "Reading through a book belongs to the Growth Plan and the Formation Plan.";
