import { VARIANTS, type Variant } from "./variant";

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
export const ENOUGH_VISITS = 100;

/** 1.96 standard deviations: 95 % of all cases. */
const Z = 1.959964;

/**
 * The 95 % interval of a share (Wilson), which stays within 0 and 1 for small numbers too.
 * @internal Exported for tests.
 */
export function interval(successes: number, trials: number): { low: number; high: number } {
  if (trials === 0) return { low: 0, high: 1 };
  const share = successes / trials;
  const z2 = (Z * Z) / trials;
  const middle = (share + z2 / 2) / (1 + z2);
  const half = (Z / (1 + z2)) * Math.sqrt((share * (1 - share)) / trials + z2 / (4 * trials));
  return { low: Math.max(0, middle - half), high: Math.min(1, middle + half) };
}

type Counted = { variant: Variant; visits: number; conversions: number };

/** One line for each variant, with a rate where there is enough to say one. */
export function figuresOf(counted: Counted[]): VariantFigures[] {
  return VARIANTS.map((variant) => {
    const { visits = 0, conversions = 0 } = counted.find((line) => line.variant === variant) ?? {};
    const rate =
      visits < ENOUGH_VISITS ? null : { value: conversions / visits, ...interval(conversions, visits) };
    return { variant, visits, conversions, rate };
  });
}
