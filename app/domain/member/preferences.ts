import { t } from "~/i18n/t";
import {
  booleanSetting,
  defaultsOf,
  enumSetting,
  labelledEnumSetting,
  weekdaysSetting,
  type SettingsOf,
} from "./setting";

/** How the pages look to a person. The server writes it into every document. */
export const APPEARANCE = { theme: enumSetting(["system", "light", "dark"], "system") };
export type Theme = SettingsOf<typeof APPEARANCE>["theme"];

/** The settings of `/settings/appearance`, in the order of its form. */
export const LOOK = {
  textSize: {
    ...labelledEnumSetting(
      { small: t("Small"), normal: t("Normal"), large: t("Large"), larger: t("Larger") },
      "normal",
    ),
    label: t("Text size"),
    hint: t("On top of your browser’s own setting."),
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

/** What may be asked of a language model, each with its own consent. */
export const AI_FEATURES = ["insights", "coaches"] as const;
export type AiFeature = (typeof AI_FEATURES)[number];

/** A person's word on what may leave this server; `version` names the text and the endpoint it was given for. */
export type AiConsent = Record<AiFeature, boolean> & { at: Date | null; version: string };
export const NO_CONSENT: AiConsent = { insights: false, coaches: false, at: null, version: "" };

/** Rises when the texts of `ai/consent-texts` ask for more than they did; everyone is then asked again. */
const TEXT_VERSION = 1;

/** The version that counts now. Another endpoint is another question. */
const consentVersion = (host: string): string => `${TEXT_VERSION} ${host}`;

/** Whether a consent covers a feature at this endpoint. */
export function hasConsent(consent: AiConsent, feature: AiFeature, host: string): boolean {
  return consent[feature] && consent.version === consentVersion(host);
}

/** A consent after a person's word on one feature. What was given for another endpoint or text has lapsed. */
export function updateConsent(
  before: AiConsent,
  change: { feature: AiFeature; given: boolean; host: string; at: Date },
): AiConsent {
  const version = consentVersion(change.host);
  const kept = before.version === version ? before : NO_CONSENT;
  return {
    insights: kept.insights,
    coaches: kept.coaches,
    [change.feature]: change.given,
    at: change.at,
    version,
  };
}

/** How a person hears of their weekly insight. */
export const INSIGHTS = {
  /** Whether a mail says that it is ready. */
  mailNotice: booleanSetting(false),
};
export type InsightChoice = SettingsOf<typeof INSIGHTS>;

/** The two kinds of reminder (type). */
export const REMINDER_KINDS = ["morning", "evening"] as const;
export type ReminderKind = (typeof REMINDER_KINDS)[number];

/** What a person wants to be reminded of, and how. */
export const REMINDERS = {
  morning: booleanSetting(true),
  evening: booleanSetting(true),
  /** A short message on the page that is open, and the list of notifications. */
  inApp: booleanSetting(true),
  email: booleanSetting(false),
  /** To the devices that have been added. */
  push: booleanSetting(false),
  /** Without reminders. */
  quietDays: weekdaysSetting(),
};
export type ReminderChoice = SettingsOf<typeof REMINDERS>;

/** @internal Exported for tests. */
export const DEFAULT_REMINDERS: ReminderChoice = defaultsOf(REMINDERS);

/** A reminder that was given; title and message follow from its kind. */
export type SentReminder = {
  /** "2026-11-21-morning": one of each kind a day. */
  id: string;
  kind: ReminderKind;
  /** The local day, YYYY-MM-DD. */
  date: string;
  at: Date;
  read: boolean;
};

/** Days off, the first and the last included. */
export type Pause = { from: string; until: string };

/** How a person keeps their rhythm. */
export type RhythmChoice = {
  /** The day of the week that asks for nothing; 0 is Sunday. */
  restDay: number | null;
  pauses: Pause[];
  hidden: boolean;
};

/** @internal Exported for tests. */
export const DEFAULT_RHYTHM: RhythmChoice = { restDay: null, pauses: [], hidden: false };
