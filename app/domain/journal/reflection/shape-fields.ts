/** The places of a morning or an evening, in order, as the fields of their form. No prompt set asks more. */
export const SHAPE_FIELDS = ["part1", "part2", "part3", "part4", "part5", "part6"] as const;
export type ShapeField = (typeof SHAPE_FIELDS)[number];
