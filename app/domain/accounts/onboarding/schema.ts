import { z } from "zod";
import { t } from "~/i18n/t";

/** As long as a page that is typed by hand. */
const words = z
  .string()
  .trim()
  .max(10_000, t("Please keep this under {most} characters.", { most: "10,000" }))
  .default("");

/** The form of `/today`: what was answered to its two questions. */
export const TodaySchema = z
  .object({
    intent: z.enum(["keep", "release"], t("Please use one of the two buttons.")),
    first: words,
    second: words,
  })
  .refine(({ intent, first, second }) => intent === "release" || first || second, {
    path: ["first"],
    message: t("Write a few words first."),
  });
