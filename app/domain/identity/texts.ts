/** Fixed texts of accounts, verbatim from docs/product.md#fixed-texts. */

import { LOCKOUTS } from "~/domain/limits/lockout";
import { t } from "~/i18n/t";

export const FIELD_MESSAGES = {
  zoneUnknown: t("We do not know a time zone by that name. Please try the nearest large city."),
  emailRequired: t("Email is required"),
  emailInvalid: t("Please enter a valid email address"),
  passwordRequired: t("Password is required"),
  passwordLoginShort: t("Password must be at least 6 characters long"),
  usernameRequired: t("Username is required"),
  usernameShort: t("Username must be at least 3 characters long"),
  usernameLong: t("Username must be at most 30 characters long"),
  usernameCharacters: t("Username can only contain letters, numbers, and underscores"),
  passwordShort: t("Password must be at least 8 characters long"),
  passwordUppercase: t("Password must contain at least one uppercase letter"),
  passwordNumber: t("Password must contain at least one number"),
  passwordLong: t("Password must be at most 1024 bytes long"),
  confirmRequired: t("Please confirm your password"),
  confirmDiffers: t("Passwords do not match"),
  termsRequired: t("You must agree to the terms and privacy policy"),
} as const;

export type Notice = { title: string; text: string };

const NO_RESPONSE_TEXTS = {
  connection: {
    title: t("Connection problem"),
    text: t("Unable to reach the server. Please check your internet connection."),
  },
  timedOut: {
    title: t("Request timed out"),
    text: t("The server took too long to respond. Please try again."),
  },
} as const;

export const LOGIN_TEXTS = {
  failed: { title: t("Login failed"), text: t("Invalid email or password") },
  adminFallback: t("Please check your credentials and try again."),
  unverified: {
    title: t("Email Verification Required"),
    text: t("Please check your email and verify your account before logging in."),
  },
  /** API clients may search this message for "verify your email", so these words must stay. */
  unverifiedMessage: t(
    "Please verify your email: check your email and verify your account before logging in.",
  ),
  ...NO_RESPONSE_TEXTS,
  timedOutInternal: t("Login request timed out. Please try again."),
  refreshFailed: t("Failed to refresh user session after login"),
  offline: { title: t("You are offline"), text: t("Please check your internet connection and try again.") },
  connectionLost: t("Connection lost"),
  connectionRestored: t("Connection restored"),
  blocked: t("Login temporarily blocked"),
  success: { title: t("Login successful"), text: t("Welcome back to your spiritual journaling!") },
} as const;

export function loginLockedNotice(seconds: number): Notice {
  return {
    title: t("Too many login attempts"),
    text: t("Please wait {seconds} seconds before trying again.", { seconds }),
  };
}

export const REGISTRATION_TEXTS = {
  exists: t("Account already exists"),
  usernameTaken: t("This username already exists"),
  emailTaken: t("An account with this email already exists"),
  ...NO_RESPONSE_TEXTS,
  failed: { title: t("Registration failed"), text: t("Please try again.") },
  unexpected: t("An unexpected error occurred. Please try again."),
  inlineDefault: t("Failed to create account."),
  offline: {
    title: t("You are offline"),
    text: t("Please check your internet connection to create an account."),
  },
  success: {
    title: t("Registration Successful!"),
    text: t("Please check your email to verify your account before logging in."),
  },
  verified: {
    title: t("Your account is ready"),
    text: t("Your address is verified already. You can sign in now."),
  },
  note: t("Your information is securely encrypted. We never store passwords in plain text."),
  usernameHint: t("only letters, numbers and underscores"),
  buttonIdle: t("Create account"),
  buttonBusy: t("Creating account..."),
  buttonOffline: t("Offline (Cannot Register)"),
} as const;

/**
 * `total` is the whole wait, `seconds` the remaining part. If `total` is longer than a lockout, the cause is a rate limit, and
 * the text mentions that an invitation bypasses it.
 */
export function registrationLockedNotice(seconds: number, total = seconds): Notice {
  return {
    title: t("Too many registration attempts"),
    text:
      total <= LOCKOUTS.registration.waitMs / 1000
        ? t("Please wait {seconds} seconds before trying again.", { seconds })
        : t(
            "Please wait {seconds} seconds before trying again. With an invitation you need not wait: please ask the people who run this site for one.",
            { seconds },
          ),
  };
}

/** Label of the submit button during a lockout. */
export function tryAgainLabel(seconds: number): string {
  return t("Try again in {seconds}s", { seconds });
}

export const REMEMBER_HINTS = {
  on: t("Your email will be saved for next time"),
  off: t("Session will not be remembered"),
} as const;

export const CODE_TEXTS = {
  hint: t("The six digits from your authenticator app, or one of your recovery codes."),
  required: t("Code is required"),
  wrong: t("That code is not right, or has already been used."),
} as const;

export const RESET_TEXTS = {
  asked: {
    title: t("Please check your email"),
    text: t("If there is an account for this address, a link to choose a new password is on its way."),
  },
  tooMany: { title: t("Too many requests"), text: t("Please wait an hour and try again.") },
  done: { title: t("Your password has been changed"), text: t("Please sign in with your new password.") },
  expired: {
    title: t("This link has been used or has expired"),
    text: t("You can ask for a new one below."),
  },
} as const;

export const WRONG_PASSWORD = t("That is not your password.");

export const COURSE_PLAN_REFUSED = t("Books in course, and the Psalms, belong to the Formation Plan.");
export const UNKNOWN_PLAN = t("This reading plan is not here. Please choose another.");
export const UNKNOWN_TRANSLATION = t("This translation is not here. Please choose another.");
export const BOOK_PLAN_REFUSED = t(
  "Reading through a book belongs to the Growth Plan and the Formation Plan.",
);

export const STRENGTH_LABELS = {
  veryWeak: t("Very weak"),
  weak: t("Weak"),
  fair: t("Fair"),
  good: t("Good"),
  strong: t("Strong"),
};

export const PASSWORD_POINTS = {
  length: t("at least 8 characters"),
  uppercase: t("at least 1 uppercase letter"),
  number: t("at least 1 number"),
  special: t("special character (recommended)"),
};

/** Shown instead of sending a secret link: PUBLIC_ORIGIN is unset, and the request's host could be anyone's. */
export const NO_SECRET_MAIL = {
  title: t("No email with a link is sent from here yet"),
  text: t(
    "By the address that you came by, this site sends no email with a link: the person who runs it must set PUBLIC_ORIGIN first. Please tell them.",
  ),
};

/** Texts of an instance that sends no email. */
export const NO_MAIL_TEXTS = {
  registered: {
    title: t("Almost there"),
    text: t("This site sends no email, so please ask an administrator to let you in."),
  },
  unverified: {
    title: t("Your account has not been approved yet"),
    text: t(
      "This site sends no email. Please ask an administrator to let you in; then you can sign in here.",
    ),
  },
  reset: t(
    "This site sends no email. An administrator can give you a link for a new password: please ask them. It works once, for half an hour.",
  ),
};
