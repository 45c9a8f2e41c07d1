/** Over how many days the figures can be looked at. */
export const RANGES = [30, 90, 365] as const;
export type DayRange = (typeof RANGES)[number];

export const rangeFrom = (text: string | null): DayRange =>
  RANGES.find((range) => String(range) === text) ?? 30;
