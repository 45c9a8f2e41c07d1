import { incrementCount } from "#models/db/increment.server";
import { MetricMinuteModel } from "#models/metric-minute.server";
import { DAY, MINUTE } from "~/domain/calendar/durations";
import { now } from "~/platform/clock";
import { log } from "~/platform/log.server";
import { flushMetricCounts, type MetricEvent } from "~/platform/metrics.server";

/**
 * Counts of all processes, by the minute: each process adds what it has counted every few seconds. What a process that
 * dies had not added yet is lost: a few seconds of counts, which no alert depends on.
 */
const KEEP_MS = 8 * DAY;

/** Adds the counts of this process, at intervals and at its end. */
export const flushMetrics = (): Promise<void> =>
  storeMetricCounts().catch((error: unknown) => log.error("metrics.not_written", error));

/** Adds what this process has counted to the present minute. What could not be written is kept for the next time. */
export function storeMetricCounts(): Promise<void> {
  const at = new Date(Math.floor(now().getTime() / MINUTE) * MINUTE);
  const expiresAt = new Date(at.getTime() + KEEP_MS);
  return flushMetricCounts((metric, count) => {
    const _id = `${metric}|${at.toISOString().slice(0, 16)}`;
    return incrementCount(MetricMinuteModel, { _id, metric, at, count: 0, expiresAt }, { count });
  });
}

/** How often something happened during the last minutes, the present one included. */
export async function countOf(metric: MetricEvent, minutes: number): Promise<number> {
  const since = new Date(now().getTime() - minutes * MINUTE);
  const found = await MetricMinuteModel.find({ metric, at: { $gt: since } })
    .select({ count: 1 })
    .lean();
  return found.reduce((sum, { count }) => sum + count, 0);
}
