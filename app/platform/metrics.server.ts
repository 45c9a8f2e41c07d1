import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client";
import { BufferedCounter } from "./buffered-counter";

/**
 * What this process counts: for Prometheus, and, as plain counts that are taken away every few seconds, for the alerts.
 * Labels are fixed words, never anyone's address, number or name.
 */
const NOTES = ["requests", "server_errors", "sign_in_failures", "mail_failures", "insight_failures"] as const;
export type MetricEvent = (typeof NOTES)[number];

function build() {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  return {
    registry,
    waiting: new BufferedCounter<MetricEvent>(),
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

// Kept on globalThis: a reload in development must not register everything twice.
const shared = globalThis as typeof globalThis & { metrics?: ReturnType<typeof build> };
const metrics = (shared.metrics ??= build());

/** Counts one of the things that the alerts watch. */
export function countMetric(event: MetricEvent, count = 1): void {
  metrics.events.inc({ event }, count);
  metrics.waiting.note(event, count);
}

/** Adds elsewhere what was noted since the last time. */
export const flushMetricCounts = (add: (event: MetricEvent, count: number) => Promise<void>): Promise<void> =>
  metrics.waiting.write(add);

/**
 * Takes away what was noted since the last time.
 * @internal Exported for tests.
 */
export const drainMetricCounts = (): Map<MetricEvent, number> => metrics.waiting.take();

/** The parts of the site that requests are told apart by; anything else is "other". */
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
 * The part of the site that a path belongs to: one of a few words, whatever a client asks for.
 * @internal Exported for tests.
 */
export function metricArea(path: string): string {
  const first = (path.split("/")[1] ?? "").replace(/\.data$/, "");
  if (first === "" || first === "_root") return "landing";
  return AREAS.has(first) ? first : "other";
}

/** Counts one answer. */
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

/** Prometheus' text of this process, with figures of the whole installation. */
export async function metricsText(figures: Record<string, number>): Promise<{ type: string; text: string }> {
  metrics.figures.reset();
  for (const [figure, value] of Object.entries(figures)) metrics.figures.set({ figure }, value);
  return { type: metrics.registry.contentType, text: await metrics.registry.metrics() };
}
