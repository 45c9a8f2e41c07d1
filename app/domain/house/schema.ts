import { z } from "zod";
import { TIERS } from "~/domain/member/tiers";
import { t } from "~/i18n/t";
import { HOUSE_NAME_LONGEST, REGISTRATIONS, WELCOME_LONGEST } from "./choices";

const CHOOSE = t("Please choose one.");

/** What is chosen for a house; a field that the environment fixes is not sent. */
export const houseFields = {
  houseName: z
    .string()
    .trim()
    .max(HOUSE_NAME_LONGEST, t("Please use at most {most} characters.", { most: HOUSE_NAME_LONGEST }))
    .regex(/^[^\p{Cc}<>]*$/u, t("Please leave out < and >."))
    .optional(),
  registration: z.enum(REGISTRATIONS, CHOOSE).optional(),
  defaultPlan: z.enum(TIERS, CHOOSE).optional(),
  welcome: z
    .string()
    .trim()
    .refine(
      (text) => [...text].length <= WELCOME_LONGEST,
      t("Please keep it under {most} characters.", { most: "2,000" }),
    )
    .optional(),
};

/** `/admin/house`. */
export const HouseSchema = z.object({
  intent: z.literal("save"),
  ...houseFields,
  sharedWay: z
    .string()
    .regex(/^[a-z0-9-]{0,60}$/, CHOOSE)
    .optional(),
  wayOnToday: z.enum(["on", "off"], CHOOSE).optional(),
});
