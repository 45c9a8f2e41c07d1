import { t } from "~/i18n/t";

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
