/** The places of a morning or an evening, in order, as the fields of their form. No prompt set asks more. */
export const LAYOUT_FIELDS = ["part1", "part2", "part3", "part4", "part5", "part6"] as const;
export type LayoutField = (typeof LAYOUT_FIELDS)[number];
