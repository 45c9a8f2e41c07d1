import { USUAL_PRAYER } from "~/domain/member/prayer-settings";
import { USUAL_LOOK, USUAL_REMINDERS, USUAL_RHYTHM } from "~/domain/member/preferences";

/** What every record of a person holds, for tests that write one without the model. */
export const USUAL_PARTS = {
  prayer: USUAL_PRAYER,
  rhythm: USUAL_RHYTHM,
  reminders: USUAL_REMINDERS,
  look: USUAL_LOOK,
  notifications: [],
  room: { bytes: 0, counted: 0, countedAt: new Date(0) },
  ...{ twoStep: null, sealing: null, sealOffer: null, keyMove: null, calendarFeed: null },
};
