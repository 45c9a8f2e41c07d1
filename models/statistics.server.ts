import { Schema } from "mongoose";
import type { DailyStats } from "~/domain/administration/statistics/daily-stats";
import type {
  CountedItem,
  RangeStats,
  ScriptureDay,
} from "~/domain/administration/statistics/scripture-stats";
import { defineModel } from "./db/define-model.server";

/** Statistics of a past day (UTC), as counted at its end; see `DailyStats`. */
export type DailyStatsRecord = { _id: string } & Omit<DailyStats, "day">;

const count = { type: Number, default: 0 };
const dailyStatsSchema = new Schema<DailyStatsRecord>(
  {
    _id: String,
    signUps: count,
    verified: count,
    visits: count,
    entries: { type: Schema.Types.Mixed, default: {} },
    moves: { type: Schema.Types.Mixed, default: {} },
    causes: { type: Schema.Types.Mixed, default: {} },
    reasons: { type: Schema.Types.Mixed, default: {} },
    insights: count,
    aiCalls: count,
  },
  { versionKey: false, collection: "dailyFigures", minimize: false },
);

export const DailyStatsModel = defineModel<DailyStatsRecord>("DailyFigures", dailyStatsSchema);

/** The number of events of a kind on a day (UTC), without users. */
export type DailyEventCountRecord = {
  /** "2026-11-21|cancelled:too_dear" */
  _id: string;
  day: string;
  event: string;
  count: number;
  expiresAt: Date;
};

const dailyEventCountSchema = new Schema<DailyEventCountRecord>(
  {
    _id: String,
    day: { type: String, required: true },
    event: { type: String, required: true },
    count: { type: Number, required: true },
    expiresAt: { type: Date, required: true },
  },
  { versionKey: false, collection: "eventDays" },
);
dailyEventCountSchema.index({ day: 1 });
dailyEventCountSchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

export const DailyEventCountModel = defineModel<DailyEventCountRecord>("EventDay", dailyEventCountSchema);

/** How often crisis help was shown on a day, without users, texts or entries. */
export type CrisisDailyCountRecord = {
  /** The day in UTC, YYYY-MM-DD. */
  _id: string;
  /** How often only one gentle line was shown. */
  gentle: number;
  /** How often the full help text was shown. */
  urgent: number;
};

const crisisDailyCountSchema = new Schema<CrisisDailyCountRecord>(
  {
    _id: String,
    gentle: { type: Number, default: 0 },
    urgent: { type: Number, default: 0 },
  },
  { versionKey: false, collection: "crisisDays" },
);

export const CrisisDailyCountModel = defineModel<CrisisDailyCountRecord>("CrisisDay", crisisDailyCountSchema);

/** The count of a metric in one minute over all processes. Alerts sum up minutes. */
export type MetricMinuteRecord = {
  /** "server_errors|2026-11-21T13:55" */
  _id: string;
  metric: string;
  at: Date;
  count: number;
  expiresAt: Date;
};

const metricMinuteSchema = new Schema<MetricMinuteRecord>(
  {
    _id: String,
    metric: { type: String, required: true },
    at: { type: Date, required: true },
    count: { type: Number, required: true },
    expiresAt: { type: Date, required: true },
  },
  { versionKey: false, collection: "metricMinutes" },
);
metricMinuteSchema.index({ metric: 1, at: 1 });
metricMinuteSchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

export const MetricMinuteModel = defineModel<MetricMinuteRecord>("MetricMinute", metricMinuteSchema);

/** Counts of the passages and prompts used on a past day, without users. */
export type DailyScriptureRecord = Omit<ScriptureDay, "day"> & { _id: string };

const counted = {
  type: [
    new Schema<CountedItem>(
      { name: String, count: Number, verses: { type: Number, default: 0 } },
      { _id: false },
    ),
  ],
  default: [],
};
const dailyScriptureSchema = new Schema<DailyScriptureRecord>(
  {
    _id: String,
    prayed: counted,
    begun: counted,
    answered: counted,
    served: counted,
    shown: counted,
    changed: counted,
  },
  { versionKey: false, collection: "dailyScripture" },
);

export const DailyScriptureModel = defineModel<DailyScriptureRecord>("DailyScripture", dailyScriptureSchema);

/** Scripture statistics over a number of days, aggregated once a day, so that a page reads one record. */
export type ScriptureRangeRecord = {
  /** The number of days. */
  _id: number;
  /** The last day included. */
  upTo: string;
  figures: RangeStats;
};

const scriptureRangeSchema = new Schema<ScriptureRangeRecord>(
  {
    _id: Number,
    upTo: { type: String, required: true },
    figures: { type: Schema.Types.Mixed, required: true },
  },
  { versionKey: false, collection: "scriptureRanges", minimize: false },
);

export const ScriptureRangeModel = defineModel<ScriptureRangeRecord>("ScriptureRange", scriptureRangeSchema);
