import { z } from "zod";
import { t } from "~/i18n/t";
import { WAY_ID } from "./way";

/** What `/ways` and the page of a way take. */
export const WalkSchema = z.object({
  intent: z.enum(["begin", "leave"], t("Please use one of the buttons on this page.")),
  way: z.string().max(60),
  slot: z
    .enum(["morning", "evening"], t("Please begin it in the morning or in the evening."))
    .default("morning"),
});

/** The days of a way with a date are over. */
export const WAY_IS_OVER = {
  title: t("The days of this way are over"),
  text: t("You can still read all of them here."),
} as const;

const NAME = t("Please use small letters a to z, figures and hyphens: “lent-with-mark”.");

/** `/admin/ways` and the page of one: `name` is that of a new way's file, `seen` the text that the form was shown with. */
export const WriteWaySchema = z.object({
  intent: z.enum(["save", "remove"], t("Please use one of the buttons on this page.")),
  name: z.string(NAME).trim().regex(WAY_ID, NAME),
  text: z.string(t("Please write the way.")).default(""),
  seen: z.string().max(16).default(""),
});
