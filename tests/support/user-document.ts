import { DEFAULT_PRAYER } from "~/domain/member/prayer-settings";
import { DEFAULT_LOOK, DEFAULT_REMINDERS, DEFAULT_RHYTHM } from "~/domain/member/preferences";

/** A user record, for tests that write one without the model. It has no password, because these tests sign nobody in. */
export const userDocument = (id: number, name: string) => ({
  _id: id,
  username: name,
  usernameKey: name,
  email: `${name}@example.test`,
  emailKey: `${name}@example.test`,
  passwordHash: "none",
  isAdmin: false,
  subscriptionTier: "free",
  promptSetPreference: "daily_habit",
  timezone: "UTC",
  status: "active",
  securityStamp: "stamp",
  crypto: {},
  tokens: [],
  pendingMail: [],
  createdAt: new Date(),
  prayer: DEFAULT_PRAYER,
  rhythm: DEFAULT_RHYTHM,
  reminders: DEFAULT_REMINDERS,
  look: DEFAULT_LOOK,
  notifications: [],
  room: { bytes: 0, counted: 0, countedAt: new Date(0) },
  ...{ twoStep: null, sealing: null, sealOffer: null, keyMove: null, calendarFeed: null },
});
