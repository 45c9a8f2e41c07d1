import { Schema } from "mongoose";
import { LOCALES, type Locale } from "~/domain/calendar/locale";
import { WEEK_STARTS, type WeekStart } from "~/domain/member/member";
import {
  PRAYER_SETTINGS,
  PROMPT_SET_KEYS,
  type DayLayout,
  type PrayerSettings,
  type PromptSetKey,
} from "~/domain/member/prayer-settings";
import { PRAYER_TIMES, type PrayerTimes } from "~/domain/member/prayer-times";
import {
  APPEARANCE,
  INSIGHTS,
  LOOK,
  REMINDER_KINDS,
  REMINDERS,
  type AiConsent,
  type InsightChoice,
  type Look,
  type Pause,
  type ReminderChoice,
  type RhythmChoice,
  type SentReminder,
  type Theme,
} from "~/domain/member/preferences";
import type { Setting, SettingsOf } from "~/domain/member/setting";
import { WORDS_VERSION } from "~/i18n/tokenizer";

function fieldOf(setting: Setting): object {
  switch (setting.kind) {
    case "switch":
      return { type: Boolean, default: setting.default };
    case "choice": {
      const { default: defaultValue, values } = setting;
      return {
        type: typeof defaultValue === "number" ? Number : String,
        enum: [...new Set([defaultValue, ...values])],
        default: defaultValue,
      };
    }
    case "name":
      return { type: String, maxlength: setting.most, default: setting.default };
    case "time":
      return { type: String, default: setting.default };
    case "weekdays":
      return { type: [Number], default: setting.default };
  }
}

/** The schema fields of declared settings. */
function settingFields<Declared extends Record<string, Setting>>(
  declared: Declared,
): Record<keyof SettingsOf<Declared>, object> {
  const fields = Object.entries(declared).map(([name, setting]) => [name, fieldOf(setting)]);
  return Object.fromEntries(fields) as Record<keyof Declared, object>;
}

/** Appearance, time zone and locale. */
export type AppearancePart = {
  /** IANA zone; empty until the user or the browser has set it. */
  timezone: string;
  /** Null for the default of `locale`. */
  weekStart: WeekStart | null;
  /** The locale of dates, times and numbers; absent until one is chosen. */
  locale?: Locale;
  theme: Theme;
  look: Look;
};

const look = new Schema<Look>(settingFields(LOOK), { _id: false });

export const appearancePart = new Schema<AppearancePart>(
  {
    timezone: { type: String, default: "" },
    weekStart: { type: Number, enum: [...WEEK_STARTS, null], default: null },
    locale: { type: String, enum: LOCALES, default: undefined },
    ...settingFields(APPEARANCE),
    look: { type: look, default: () => ({}) },
  },
  { _id: false },
);

export type PrayerPart = PrayerTimes & {
  promptSetPreference: PromptSetKey;
  prayer: PrayerSettings;
  rhythm: RhythmChoice;
  /** The user's current ways and recent passages, encrypted with the data key. */
  guidance: Buffer | null;
};

const shape = new Schema<DayLayout>(
  { morning: { type: [String], default: [] }, evening: { type: [String], default: [] } },
  { _id: false },
);
const prayer = new Schema<PrayerSettings>(
  {
    ...settingFields(PRAYER_SETTINGS),
    planSince: { type: String, default: "" },
    shape: { type: shape, default: () => ({}) },
  },
  { _id: false },
);
const pause = new Schema<Pause>({ from: String, until: String }, { _id: false });
const rhythm = new Schema<RhythmChoice>(
  {
    restDay: { type: Number, min: 0, max: 6, default: null },
    pauses: { type: [pause], default: [] },
    hidden: { type: Boolean, default: false },
  },
  { _id: false },
);

export const prayerPart = new Schema<PrayerPart>(
  {
    promptSetPreference: { type: String, enum: PROMPT_SET_KEYS, default: "daily_habit" },
    ...settingFields(PRAYER_TIMES),
    prayer: { type: prayer, default: () => ({}) },
    rhythm: { type: rhythm, default: () => ({}) },
    guidance: { type: Buffer, default: null },
  },
  { _id: false },
);
prayerPart.index({ promptSetPreference: 1 });

/** The choices, and when the next reminder by email or push is due; absent for none. */
type Reminders = ReminderChoice & { nextAt?: Date };

/** The secret of the calendar feed's URL: a hash to find it, and the value encrypted with the data key to show it again. */
type CalendarFeed = { hash: string; sealed: Buffer; madeAt: Date };

export type RemindersPart = {
  reminders: Reminders;
  /** The last reminders shown, oldest first. */
  notifications: SentReminder[];
  calendarFeed: CalendarFeed | null;
};

const reminders = new Schema<Reminders>(
  {
    ...settingFields(REMINDERS),
    nextAt: { type: Date },
  },
  { _id: false },
);
const notification = new Schema<SentReminder>(
  { id: String, kind: { type: String, enum: REMINDER_KINDS }, date: String, at: Date, read: Boolean },
  { _id: false },
);
const calendarFeed = new Schema<CalendarFeed>({ hash: String, sealed: Buffer, madeAt: Date }, { _id: false });

export const remindersPart = new Schema<RemindersPart>(
  {
    reminders: { type: reminders, default: () => ({}) },
    notifications: { type: [notification], default: [] },
    calendarFeed: { type: calendarFeed, default: null },
  },
  { _id: false },
);
remindersPart.index({ "calendarFeed.hash": 1 });
// Only users with a next reminder.
remindersPart.index(
  { "reminders.nextAt": 1 },
  { partialFilterExpression: { "reminders.nextAt": { $gt: new Date(0) } } },
);

export type InsightsPart = {
  /** Tags whose entries are excluded from insights and coaches, encrypted with the data key. */
  excludedTags: Buffer | null;
  /** Consent to the language model; absent until the user was asked. */
  aiConsent?: AiConsent;
  insights?: InsightChoice;
  /** When the user's current week ends and its insight is due; absent until computed. */
  insightsDueAt?: Date;
};

const aiConsent = new Schema<AiConsent>(
  {
    insights: { type: Boolean, default: false },
    coaches: { type: Boolean, default: false },
    at: { type: Date, default: null },
    version: { type: String, default: "" },
  },
  { _id: false },
);
const insights = new Schema<InsightChoice>(settingFields(INSIGHTS), { _id: false });

export const insightsPart = new Schema<InsightsPart>(
  {
    excludedTags: { type: Buffer, default: null },
    aiConsent: { type: aiConsent, default: undefined },
    insights: { type: insights, default: undefined },
    insightsDueAt: { type: Date, default: undefined },
  },
  { _id: false },
);
// Users whose week has ended. Users without a time are indexed under null.
insightsPart.index({ insightsDueAt: 1, _id: 1 });

/** Whether an interrupted import into a sealed journal is pending until the owner's next visit. */
export type ImportsPart = { importDue?: boolean };

export const importsPart = new Schema<ImportsPart>({ importDue: { type: Boolean } }, { _id: false });

export type VocabularyPart = {
  /** Whether the vocabulary must be updated at the next visit. */
  wordsDue: boolean;
  /** WORDS_VERSION of the index of all texts; absent for the first version. */
  wordsVersion?: number;
};

export const vocabularyPart = new Schema<VocabularyPart>(
  {
    wordsDue: { type: Boolean, default: false },
    wordsVersion: { type: Number, default: WORDS_VERSION },
  },
  { _id: false },
);
// Accounts whose texts must be indexed again.
vocabularyPart.index({ wordsVersion: 1 });
