import { t } from "~/i18n/t";
import {
  booleanSetting,
  defaultsOf,
  enumSetting,
  labelledEnumSetting,
  weekdaysSetting,
  type SettingsOf,
} from "./setting";

/** Separate from `LOOK`, because the server writes the theme into every document. */
export const APPEARANCE = { theme: enumSetting(["system", "light", "dark"], "system") };
export type Theme = SettingsOf<typeof APPEARANCE>["theme"];

/** Settings of `/settings/appearance`, in form order. */
export const LOOK = {
  textSize: {
    ...labelledEnumSetting(
      { small: t("Small"), normal: t("Normal"), large: t("Large"), larger: t("Larger") },
      "normal",
    ),
    label: t("Text size"),
    hint: t("On top of your browser’s own setting."),
  },
  letters: {
    ...labelledEnumSetting(
      { default: t("As usual"), hyperlegible: t("Letters that are easy to tell apart") },
      "default",
    ),
    label: t("Typeface"),
    hint: t(
      "The second is Atkinson Hyperlegible, made for readers with low vision. Your printed pages and books use it too.",
    ),
  },
  spacing: {
    ...labelledEnumSetting(
      { default: t("As usual"), wide: t("More room between lines and words") },
      "default",
    ),
    label: t("Spacing"),
    hint: t("It makes the pages longer and calmer, on paper too."),
  },
  runningVerses: {
    ...booleanSetting(false),
    label: t("Chapters of the Bible in paragraphs"),
    hint: t("Otherwise each verse has a line of its own. Poems keep their lines."),
  },
  serif: {
    ...booleanSetting(false),
    label: t("A reading serif everywhere"),
    hint: t("Scripture and your own words always use it."),
  },
  reducedMotion: {
    ...booleanSetting(false),
    label: t("No animation"),
    hint: t("Pages change at once, without fades, even if your device allows them."),
  },
  withoutDayColour: {
    ...booleanSetting(false),
    label: t("Leave out the colour of the day"),
    hint: t("The sign and the short line under a heading otherwise take the church’s colour for the day."),
  },
};
export type Look = SettingsOf<typeof LOOK>;

export const DEFAULT_LOOK: Look = defaultsOf(LOOK);

/** Features that use a language model, each with its own consent. */
export const AI_FEATURES = ["insights", "coaches"] as const;
export type AiFeature = (typeof AI_FEATURES)[number];

/** Consent to send texts to a language model. It is valid for one `version`: consent text and endpoint. */
export type AiConsent = Record<AiFeature, boolean> & { at: Date | null; version: string };
export const NO_CONSENT: AiConsent = { insights: false, coaches: false, at: null, version: "" };

/** Increment when the texts in `ai/consent.ts` ask for more; all members are then asked again. */
const TEXT_VERSION = 1;

const consentVersion = (host: string): string => `${TEXT_VERSION} ${host}`;

export function hasConsent(consent: AiConsent, feature: AiFeature, host: string): boolean {
  return consent[feature] && consent.version === consentVersion(host);
}

/** Applies a decision on one feature. Consents for another endpoint or text lapse. */
export function updateConsent(
  before: AiConsent,
  change: { feature: AiFeature; given: boolean; host: string; at: Date },
): AiConsent {
  const version = consentVersion(change.host);
  const { insights, coaches } = before.version === version ? before : NO_CONSENT;
  return {
    insights,
    coaches,
    [change.feature]: change.given,
    at: change.at,
    version,
  };
}

/** Settings of insights and coaches on `/insights/settings`, in form order. */
export const INSIGHTS = {
  mailNotice: {
    ...booleanSetting(false),
    label: t("Email me when a new insight is ready"),
    hint: t("The email only says that it’s ready."),
  },
};
export type InsightChoice = SettingsOf<typeof INSIGHTS>;

export const REMINDER_KINDS = ["morning", "evening"] as const;
export type ReminderKind = (typeof REMINDER_KINDS)[number];

/** Settings of `/settings/reminders`. The labels of morning and evening take the time of the reflection. */
export const REMINDERS = {
  morning: {
    ...booleanSetting(true),
    label: (morning: string) => t("The morning reflection, at {morning}", { morning }),
    hint: t("Morning reminders come between 03:00 and 16:00."),
  },
  evening: {
    ...booleanSetting(true),
    label: (evening: string) => t("The evening reflection, at {evening}", { evening }),
    hint: undefined,
  },
  /** Banner on the open page, and the list of notifications. */
  inApp: {
    ...booleanSetting(true),
    label: t("In the app, while it is open"),
    hint: t("A short message each time, and a line on the dashboard."),
  },
  email: {
    ...booleanSetting(false),
    label: t("By email"),
    hint: t("One line and a link, nothing you have written. Every email has a link to stop them."),
  },
  push: booleanSetting(false),
  /** Weekdays without reminders. */
  quietDays: weekdaysSetting(),
};
/** The channels of the form, in its order. Push is enabled per device. */
export const REMINDER_CHANNELS = ["inApp", "email"] as const satisfies (keyof typeof REMINDERS)[];
export type ReminderChoice = SettingsOf<typeof REMINDERS>;

/** @internal Exported for tests. */
export const DEFAULT_REMINDERS: ReminderChoice = defaultsOf(REMINDERS);

/** A reminder that was shown or sent. */
export type SentReminder = {
  /** Day and kind, "2026-11-21-morning", so that each kind of reminder is given once a day. */
  id: string;
  kind: ReminderKind;
  /** Local day. */
  date: string;
  at: Date;
  read: boolean;
};

/** First and last day of a pause, both inclusive. */
export type Pause = { from: string; until: string };

export type RhythmChoice = {
  /** Weekday without prompts; 0 is Sunday. */
  restDay: number | null;
  pauses: Pause[];
  hidden: boolean;
};

/** @internal Exported for tests. */
export const DEFAULT_RHYTHM: RhythmChoice = { restDay: null, pauses: [], hidden: false };
