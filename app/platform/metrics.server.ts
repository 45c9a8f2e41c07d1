import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client";

/**
 * Metrics of this process: for Prometheus, and as buffered counts, flushed every few seconds, for the alerts. Labels are
 * fixed words, never personal data.
 */
const EVENTS = [
  "requests",
  "server_errors",
  "sign_in_failures",
  "mail_failures",
  "insight_failures",
] as const;
export type MetricEvent = (typeof EVENTS)[number];

/** Counts buffered in memory until they are flushed to storage. */
export class BufferedCounter<Key extends string> {
  #counts = new Map<Key, number>();

  increment(key: Key, count = 1): void {
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + count);
  }

  /** Returns all counts and resets them. */
  drain(): Map<Key, number> {
    const counts = this.#counts;
    this.#counts = new Map();
    return counts;
  }

  /**
   * Flushes each count with `add`. A count whose `add` fails, the ones after it, and those counted during the flush stay
   * buffered; without the latter rule a busy instance would flush without end.
   */
  async flush(add: (key: Key, count: number) => Promise<void>): Promise<void> {
    for (const key of [...this.#counts.keys()]) {
      const count = this.#counts.get(key);
      if (count === undefined) continue;
      this.#counts.delete(key);
      try {
        await add(key, count);
      } catch (error) {
        this.increment(key, count);
        throw error;
      }
    }
  }
}

function build() {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  return {
    registry,
    buffered: new BufferedCounter<MetricEvent>(),
    seconds: new Histogram({
      name: "http_request_duration_seconds",
      help: "How long answers took.",
      labelNames: ["method", "area", "status"],
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
      registers,
    }),
    events: new Counter({
      name: "still_and_know_events_total",
      help: "Requests, server errors, failed sign-ins, failed mail and insights that could not be made, of this process.",
      labelNames: ["event"],
      registers,
    }),
    figures: new Gauge({
      name: "still_and_know_figure",
      help: "Figures of the whole installation, as they were when asked for.",
      labelNames: ["figure"],
      registers,
    }),
  };
}

// On globalThis, because a development reload must not register the metrics twice.
const shared = globalThis as typeof globalThis & { metrics?: ReturnType<typeof build> };
const metrics = (shared.metrics ??= build());

/** Counts an event that alerts watch. */
export function countMetric(event: MetricEvent, count = 1): void {
  metrics.events.inc({ event }, count);
  metrics.buffered.increment(event, count);
}

export const flushMetricCounts = (add: (event: MetricEvent, count: number) => Promise<void>): Promise<void> =>
  metrics.buffered.flush(add);

/**
 * Returns and resets the counts since the last flush.
 * @internal Exported for tests.
 */
export const drainMetricCounts = (): Map<MetricEvent, number> => metrics.buffered.drain();

/** First path segments that are values of the label `area`; others count as "other". */
const AREAS = new Set([
  "home",
  "login",
  "auth",
  "verify-email",
  "admin-login",
  "admin-settings",
  "admin",
  "api",
  "assets",
  "dashboard",
  "journal",
  "insights",
  "coaches",
  "settings",
  "subscribe",
  "calendar",
  "webhooks",
  "logout",
  "healthz",
  "readyz",
  "metrics",
]);

const METHODS = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"]);

/**
 * The value of the label `area` for a path: one of a fixed set, so that clients cannot create labels.
 * @internal Exported for tests.
 */
export function metricArea(path: string): string {
  const first = (path.split("/")[1] ?? "").replace(/\.data$/, "");
  if (first === "" || first === "_root") return "landing";
  return AREAS.has(first) ? first : "other";
}

export function countRequest(method: string | undefined, path: string, status: number, ms: number): void {
  const labels = {
    method: METHODS.has(method ?? "") ? method : "other",
    area: metricArea(path),
    status: `${Math.floor(status / 100)}xx`,
  };
  metrics.seconds.observe(labels, ms / 1000);
  countMetric("requests");
  if (status >= 500) countMetric("server_errors");
}

/** The metrics of this process in Prometheus' text format, with gauges of the whole instance. */
export async function metricsText(figures: Record<string, number>): Promise<{ type: string; text: string }> {
  metrics.figures.reset();
  for (const [figure, value] of Object.entries(figures)) metrics.figures.set({ figure }, value);
  return { type: metrics.registry.contentType, text: await metrics.registry.metrics() };
}
