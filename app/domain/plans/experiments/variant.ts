import { t } from "~/i18n/t";

/** Variants of the landing page, assigned 50/50 and kept in a cookie. */
export const VARIANTS = ["A", "B"] as const;
export type Variant = (typeof VARIANTS)[number];

/** Content of the visitor's signed cookie, without personal data. */
export type AbSession = {
  variant: Variant;
  sessionId: string;
  assignedAt: Date;
  /** `new`: not counted yet; `counted`: stored; `forced`: chosen by an administrator and never counted. */
  state: "new" | "counted" | "forced";
};

/** Draws a variant with equal probability. `random` is in [0, 1). */
export function drawVariant(random: number): Variant {
  return random < 0.5 ? "A" : "B";
}

const STATES = { n: "new", c: "counted", f: "forced" } as const;

export function encodeAbSession({ variant, sessionId, assignedAt, state }: AbSession): string {
  return [variant, sessionId, assignedAt.getTime().toString(36), state[0]].join(".");
}

/** Decodes the value of the cookie; undefined for a value that `encodeAbSession` did not write. */
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

/** Whether the client identifies itself as a bot; bots are not counted. */
export function isCrawler(userAgent: string): boolean {
  return userAgent === "" || CRAWLER.test(userAgent);
}

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

export type VariantFigures = {
  variant: Variant;
  visits: number;
  conversions: number;
  /** Null below MIN_VISITS. */
  rate: { value: number; low: number; high: number } | null;
};

/**
 * Minimum number of visits for a rate.
 * @internal Exported for tests.
 */
export const MIN_VISITS = 100;

/** 95 % of a normal distribution is within this many standard deviations. */
const Z = 1.959964;

/**
 * Wilson score interval (95 %) of a proportion; stays within 0 and 1 for small samples.
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

export function summarizeVariants(counted: Counted[]): VariantFigures[] {
  return VARIANTS.map((variant) => {
    const { visits = 0, conversions = 0 } = counted.find((line) => line.variant === variant) ?? {};
    const rate =
      visits < MIN_VISITS ? null : { value: conversions / visits, ...wilsonInterval(conversions, visits) };
    return { variant, visits, conversions, rate };
  });
}
