/** Over how many days the figures can be looked at. */
export const RANGES = [30, 90, 365] as const;
export type Range = (typeof RANGES)[number];

export const rangeFrom = (text: string | null): Range => RANGES.find((range) => String(range) === text) ?? 30;
