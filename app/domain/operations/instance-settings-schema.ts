import { z } from "zod";
import { TIERS } from "~/domain/member/tiers";
import { t } from "~/i18n/t";
import { HOUSE_NAME_LONGEST, REGISTRATION_MODES, WELCOME_LONGEST } from "./instance-settings";

const CHOOSE = t("Please choose one.");

/** What is chosen for a house; a field that the environment fixes is not sent. */
export const instanceFields = {
  houseName: z
    .string()
    .trim()
    .max(HOUSE_NAME_LONGEST, t("Please use at most {most} characters.", { most: HOUSE_NAME_LONGEST }))
    .regex(/^[^\p{Cc}<>]*$/u, t("Please leave out < and >."))
    .optional(),
  registration: z.enum(REGISTRATION_MODES, CHOOSE).optional(),
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
export const InstanceSchema = z.object({
  intent: z.literal("save"),
  ...instanceFields,
  sharedWay: z
    .string()
    .regex(/^[a-z0-9-]{0,60}$/, CHOOSE)
    .optional(),
  wayOnToday: z.enum(["on", "off"], CHOOSE).optional(),
});
