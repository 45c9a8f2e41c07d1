import { t } from "~/i18n/t";

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
export function encodeAbSession({ variant, sessionId, assignedAt, state }: AbSession): string {
  return [variant, sessionId, assignedAt.getTime().toString(36), state[0]].join(".");
}

/** Undefined for anything that we did not write. */
export function decodeAbSession(text: string | undefined): AbSession | undefined {
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

/** The A/B variant tools of administrators. */
export const VARIANT_TOOL_TEXTS = {
  heading: t("A/B variant tools"),
  intro: t("Which landing page this browser sees. What you do here is not counted."),
  forceA: t("Force A"),
  forceB: t("Force B"),
  reset: t("Reset"),
  refused: t("These tools are for administrators."),
  preview: t("See the landing page"),
  wasReset: t("Your next visit to the landing page draws a new variant"),
  forced: (variant: string) => t("This browser now sees variant {variant}", { variant }),
  current: (variant: string, forced: boolean) =>
    forced
      ? t("Now: variant {variant}, forced", { variant })
      : t("Now: variant {variant}, drawn", { variant }),
  none: t("Now: not drawn yet"),
} as const;

/** What was counted of one variant, and what may be said of it. */
export type VariantFigures = {
  variant: Variant;
  visits: number;
  conversions: number;
  /** Null where there are too few visits to say anything. */
  rate: { value: number; low: number; high: number } | null;
};

/**
 * Fewer visits of a variant say nothing.
 * @internal Exported for tests.
 */
export const MIN_VISITS = 100;

/** 1.96 standard deviations: 95 % of all cases. */
const Z = 1.959964;

/**
 * The 95 % interval of a share (Wilson), which stays within 0 and 1 for small numbers too.
 * @internal Exported for tests.
 */
export function wilsonInterval(successes: number, trials: number): { low: number; high: number } {
  if (trials === 0) return { low: 0, high: 1 };
  const share = successes / trials;
  const z2 = (Z * Z) / trials;
  const middle = (share + z2 / 2) / (1 + z2);
  const half = (Z / (1 + z2)) * Math.sqrt((share * (1 - share)) / trials + z2 / (4 * trials));
  return { low: Math.max(0, middle - half), high: Math.min(1, middle + half) };
}

type Counted = { variant: Variant; visits: number; conversions: number };

/** One line for each variant, with a rate where there is enough to say one. */
export function summarizeVariants(counted: Counted[]): VariantFigures[] {
  return VARIANTS.map((variant) => {
    const { visits = 0, conversions = 0 } = counted.find((line) => line.variant === variant) ?? {};
    const rate =
      visits < MIN_VISITS ? null : { value: conversions / visits, ...wilsonInterval(conversions, visits) };
    return { variant, visits, conversions, rate };
  });
}
