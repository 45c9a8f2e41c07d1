import { DEFAULT_PRAYER } from "~/domain/member/prayer-settings";
import { DEFAULT_LOOK, DEFAULT_REMINDERS, DEFAULT_RHYTHM } from "~/domain/member/preferences";

/** The default fields of a user record, for tests that write one without the model. */
export const DEFAULT_FIELDS = {
  prayer: DEFAULT_PRAYER,
  rhythm: DEFAULT_RHYTHM,
  reminders: DEFAULT_REMINDERS,
  look: DEFAULT_LOOK,
  notifications: [],
  room: { bytes: 0, counted: 0, countedAt: new Date(0) },
  ...{ twoStep: null, sealing: null, sealOffer: null, keyMove: null, calendarFeed: null },
};
