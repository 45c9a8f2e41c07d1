/** Seed section 2, "A/B variant tools", and contract section 8 for the names. */
export const VARIANT_TOOL_TEXTS = {
  heading: "A/B variant tools",
  intro: "Which landing page this browser sees. What you do here is not counted.",
  forceA: "Force A",
  forceB: "Force B",
  reset: "Reset",
  refused: "These tools are for administrators.",
  preview: "See the landing page",
  wasReset: "Your next visit to the landing page draws a new variant",
  forced: (variant: string) => `This browser now sees variant ${variant}`,
  current: (variant: string, forced: boolean) =>
    forced ? `Now: variant ${variant}, forced` : `Now: variant ${variant}, drawn`,
  none: "Now: not drawn yet",
} as const;
