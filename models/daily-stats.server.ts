import { Schema } from "mongoose";
import type { DailyStats } from "~/domain/administration/statistics/daily-stats";
import { defineModel } from "./db/define-model.server";

/** Statistics of a past day (UTC), as counted at its end; see `DailyStats`. */
export type DailyStatsRecord = { _id: string } & Omit<DailyStats, "day">;

const count = { type: Number, default: 0 };
const schema = new Schema<DailyStatsRecord>(
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

export const DailyStatsModel = defineModel<DailyStatsRecord>("DailyFigures", schema);
