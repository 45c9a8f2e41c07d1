import { complete, type Migration } from "./migration.server";

/** What people could not choose or do yet; each begins as it does with a new account. */
const PARTS = {
  seenTour: false,
  seenFormationWelcome: false,
  deleteAfter: null,
  twoStep: null,
  emailChange: null,
  sealing: null,
  sealOffer: null,
  keyMove: null,
  excludedTags: null,
  calendarFeed: null,
  notifications: [],
  weekStart: null,
  theme: "system",
};

const SETTINGS = {
  prayer: {
    passagePlan: "season",
    planSince: "",
    onePage: false,
    showSeason: true,
    tradition: "ecumenical",
    feastsOnSunday: false,
    length: 0,
    examenPack: "",
    translation: "web",
    shape: { morning: [], evening: [] },
  },
  rhythm: { restDay: null, pauses: [], hidden: false },
  reminders: { morning: true, evening: true, inApp: true, email: false, push: false, quietDays: [] },
  look: { textSize: "normal", serif: false, reducedMotion: false, withoutDayColour: false },
};

/** Accounts that are older than a part of their record, or than a setting in it. */
export const completePeople: Migration = {
  name: "complete-people",
  async run(db) {
    const users = db.collection("users");
    await complete(users, { ...PARTS, ...SETTINGS });
    for (const [part, settings] of Object.entries(SETTINGS))
      await complete(
        users,
        Object.fromEntries(Object.entries(settings).map(([name, value]) => [`${part}.${name}`, value])),
      );
  },
};
