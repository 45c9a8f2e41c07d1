import { timingSafeEqual } from "node:crypto";
import { MINUTE } from "~/domain/calendar/durations";
import { now } from "~/platform/clock";
import { env } from "~/platform/env.server";
import { log } from "~/platform/log.server";
import { metricsText } from "~/platform/metrics.server";
import { hashToken, isSigned, sign } from "~/platform/signing.server";
import { readBytes } from "./request-body.server";

/** Whether the request has METRICS_TOKEN as its bearer token. Without that setting the metrics are closed. */
export function mayReadMetrics(request: Request, token = env.METRICS_TOKEN): boolean {
  const [, sent] = /^Bearer (\S+)$/.exec(request.headers.get("Authorization") ?? "") ?? [];
  if (!sent || !token) return false;
  return timingSafeEqual(Buffer.from(hashToken(sent)), Buffer.from(hashToken(token)));
}

/** The metrics of this process and `figures` of the whole instance, in the Prometheus format. */
export async function metricsResponse(figures: Record<string, number>): Promise<Response> {
  const { type, text } = await metricsText(figures);
  return new Response(text, { headers: { "Content-Type": type, "Cache-Control": "no-store" } });
}

/** The number of entries in X-Forwarded-For, set by app/server/observe-requests.server.ts for every request. */
export const PROXIES_HEADER = "x-proxies-passed";

/**
 * Answers a probe of `npm run doctor`, which checks that PUBLIC_ORIGIN leads to this instance. Challenge and response are signed
 * with the instance's secrets; for any other request the result is null.
 */
export function answerDoctorProbe({ url, headers }: Request): string | null {
  const [nonce = "", signature = ""] = (new URL(url).searchParams.get("doctor") ?? "").split(".");
  if (!/^[\w-]{22}$/.test(nonce) || !isSigned("doctor asks", nonce, signature)) return null;
  const proxies = headers.get(PROXIES_HEADER) ?? "0";
  return `${proxies}.${sign("doctor is told", `${nonce} ${proxies}`)}`;
}

const MAX_CSP_REPORT_BYTES = 16 * 1024;
const MAX_CSP_LOGS_PER_MINUTE = 20;

let [minute, logged] = [0, 0];

function consumeCspLog(): boolean {
  const current = Math.floor(now().getTime() / MINUTE);
  if (current !== minute) [minute, logged] = [current, 0];
  return ++logged <= MAX_CSP_LOGS_PER_MINUTE;
}

/** The origin of a URL, or a keyword such as "inline" or "eval"; never a whole URL, which may contain a secret. */
function originOf(value: unknown): string {
  if (typeof value !== "string") return "unknown";
  if (/^[a-z-]{1,20}$/.test(value)) return value;
  return URL.canParse(value) ? new URL(value).origin : "unknown";
}

const field = (report: object, ...names: string[]): unknown =>
  names.map((name) => (report as Record<string, unknown>)[name]).find((value) => value !== undefined);

function bodiesOf(reports: unknown): object[] {
  return [reports].flat().flatMap((report: unknown) => {
    if (typeof report !== "object" || report === null) return [];
    const body = field(report, "csp-report", "body");
    return typeof body === "object" && body !== null ? [body] : [];
  });
}

/**
 * Logs the violated directive and the blocked origin of a browser's report, in the `report-uri` or the newer format. Anyone can
 * send one, so only checked words are logged. @throws BodyError
 */
export async function logCspReport(request: Request): Promise<void> {
  const bytes = await readBytes(request, MAX_CSP_REPORT_BYTES);
  let reports: unknown;
  try {
    reports = JSON.parse(Buffer.from(bytes).toString("utf8"));
  } catch {
    return;
  }
  for (const body of bodiesOf(reports).slice(0, 5)) {
    const directive = field(body, "effective-directive", "effectiveDirective", "violated-directive");
    if (!consumeCspLog()) return;
    log.warn("csp.breached", {
      directive: typeof directive === "string" && /^[a-z-]{1,40}$/.test(directive) ? directive : "unknown",
      blocked: originOf(field(body, "blocked-uri", "blockedURL")),
    });
  }
}
