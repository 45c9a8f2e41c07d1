/** The landing page's two variants; assigned 50/50, then persisted. */
export const VARIANTS = ["A", "B"] as const;
export type Variant = (typeof VARIANTS)[number];

/** What a visitor's signed cookie holds. Nothing about the visitor. */
export type AbSession = {
  variant: Variant;
  sessionId: string;
  assignedAt: Date;
  /** `new`: not counted yet; `counted`: stored; `forced`: an administrator chose it, which is never counted. */
  state: "new" | "counted" | "forced";
};

/** `random` is from 0 (included) to 1 (excluded). */
export function drawVariant(random: number): Variant {
  return random < 0.5 ? "A" : "B";
}

const STATES = { n: "new", c: "counted", f: "forced" } as const;

/** As the cookie carries it. */
export function packSession({ variant, sessionId, assignedAt, state }: AbSession): string {
  return [variant, sessionId, assignedAt.getTime().toString(36), state[0]].join(".");
}

/** Undefined for anything that we did not write. */
export function unpackSession(text: string | undefined): AbSession | undefined {
  const [, variant, sessionId, at = "", state] =
    /^([AB])\.([\w-]{8,64})\.([0-9a-z]{1,11})\.([ncf])$/.exec(text ?? "") ?? [];
  if (!variant || !sessionId) return undefined;
  const assignedAt = new Date(Number.parseInt(at, 36));
  if (Number.isNaN(assignedAt.getTime())) return undefined;
  return {
    variant: variant as Variant,
    sessionId,
    assignedAt,
    state: STATES[state as keyof typeof STATES],
  };
}

const CRAWLER =
  /(?<!cu)bot\b|crawl|spider|slurp|preview|facebookexternalhit|headless|lighthouse|pingdom|uptime|monitor|curl|wget|python|httpclient|okhttp|java\/|go-http|axios|node-fetch|undici/i;

/** A program that says what it is. It sees the page like everyone and is not counted. */
export function isCrawler(userAgent: string): boolean {
  return userAgent === "" || CRAWLER.test(userAgent);
}
