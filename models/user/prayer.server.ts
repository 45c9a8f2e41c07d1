import { Schema } from "mongoose";
import {
  PRAYER,
  PROMPT_SET_KEYS,
  type DayShape,
  type Prayer,
  type PromptSetKey,
} from "~/domain/member/prayer-settings";
import { PRAYER_TIMES, type PrayerTimes } from "~/domain/member/prayer-times";
import type { Pause, RhythmChoice } from "~/domain/member/preferences";
import { settingFields } from "./setting-fields.server";

/** How a person prays: with what, when and how often. */
export type PrayerPart = PrayerTimes & {
  promptSetPreference: PromptSetKey;
  prayer: Prayer;
  rhythm: RhythmChoice;
  /** The ways that a person walks, and the passages that they were given; sealed with the data key. */
  guidance: Buffer | null;
};

const shape = new Schema<DayShape>(
  { morning: { type: [String], default: [] }, evening: { type: [String], default: [] } },
  { _id: false },
);
const prayer = new Schema<Prayer>(
  {
    ...settingFields(PRAYER),
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
