import { timingSafeEqual } from "node:crypto";
import { MINUTE } from "~/domain/calendar/durations";
import { now } from "~/platform/clock";
import { env } from "~/platform/env.server";
import { log } from "~/platform/log.server";
import { metricsText } from "~/platform/metrics.server";
import { hashToken, isSigned, sign } from "~/platform/signing.server";
import { readBytes } from "./request-body.server";

/** Whether a client may read the metrics: one with the operator's bearer token. Without a token in the settings there are none. */
export function mayReadMetrics(request: Request, token = env.METRICS_TOKEN): boolean {
  const [, given] = /^Bearer (\S+)$/.exec(request.headers.get("Authorization") ?? "") ?? [];
  if (!given || !token) return false;
  return timingSafeEqual(Buffer.from(hashToken(given)), Buffer.from(hashToken(token)));
}

/** The metrics of this process with figures of the whole installation, as Prometheus reads them. */
export async function metricsResponse(figures: Record<string, number>): Promise<Response> {
  const { type, text } = await metricsText(figures);
  return new Response(text, { headers: { "Content-Type": type, "Cache-Control": "no-store" } });
}

/** Set by our own server hook for every request: how many proxies say that they passed it on. */
export const PROXIES_HEADER = "x-proxies-passed";

/**
 * `npm run doctor` asks through PUBLIC_ORIGIN whether it leads here: a question that only a holder of this house's secrets can
 * ask, and an answer that only one can give. For everyone else /healthz says nothing more.
 */
export function answerDoctorProbe({ url, headers }: Request): string | null {
  const [nonce = "", signature = ""] = (new URL(url).searchParams.get("doctor") ?? "").split(".");
  if (!/^[\w-]{22}$/.test(nonce) || !isSigned("doctor asks", nonce, signature)) return null;
  const proxies = headers.get(PROXIES_HEADER) ?? "0";
  return `${proxies}.${sign("doctor is told", `${nonce} ${proxies}`)}`;
}

/** A report of a browser, in its older (`report-uri`) or newer form; everything in it may be invented. */
const LARGEST = 16 * 1024;
/** At most this many reports are logged in a minute; the rest say nothing new. */
const MOST_A_MINUTE = 20;

let minute = 0;
let written = 0;

function isRoom(): boolean {
  const current = Math.floor(now().getTime() / MINUTE);
  if (current !== minute) [minute, written] = [current, 0];
  return ++written <= MOST_A_MINUTE;
}

/** Scheme and host, or the browser's word for what has none ("inline", "eval"); never a whole address. */
function originOf(value: unknown): string {
  if (typeof value !== "string") return "unknown";
  if (/^[a-z-]{1,20}$/.test(value)) return value;
  return URL.canParse(value) ? new URL(value).origin : "unknown";
}

const field = (report: object, ...names: string[]): unknown =>
  names.map((name) => (report as Record<string, unknown>)[name]).find((value) => value !== undefined);

function bodiesOf(report: unknown): object[] {
  const all = Array.isArray(report) ? report : [report];
  return all.flatMap((one: unknown) => {
    if (typeof one !== "object" || one === null) return [];
    const body = field(one, "csp-report", "body");
    return typeof body === "object" && body !== null ? [body] : [];
  });
}

/** Writes down which directive was breached and by what, without addresses that could hold a secret. @throws BodyError */
export async function logCspReport(request: Request): Promise<void> {
  const bytes = await readBytes(request, LARGEST);
  let report: unknown;
  try {
    report = JSON.parse(Buffer.from(bytes).toString("utf8"));
  } catch {
    return;
  }
  for (const body of bodiesOf(report).slice(0, 5)) {
    const directive = field(body, "effective-directive", "effectiveDirective", "violated-directive");
    if (!isRoom()) return;
    log.warn("csp.breached", {
      directive: typeof directive === "string" && /^[a-z-]{1,40}$/.test(directive) ? directive : "unknown",
      blocked: originOf(field(body, "blocked-uri", "blockedURL")),
    });
  }
}
