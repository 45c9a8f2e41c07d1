/** The tagline (seed section 1): Psalm 46:10 in the wording of the World English Bible. */
export const TAGLINE = { text: "Be still, and know that I am God.", reference: "Psalm 46:10" } as const;
