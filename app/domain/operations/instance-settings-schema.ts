import { z } from "zod";
import { TIERS } from "~/domain/member/plan";
import { t } from "~/i18n/t";
import {
  MAX_INSTANCE_NAME_LENGTH,
  MAX_WELCOME_LENGTH,
  PRAYER_LIST_MODES,
  REGISTRATION_MODES,
} from "./instance-settings";

const CHOOSE = t("Please choose one.");

/** Fields that the environment fixes are not sent. */
export const instanceFields = {
  houseName: z
    .string()
    .trim()
    .max(
      MAX_INSTANCE_NAME_LENGTH,
      t("Please use at most {most} characters.", { most: MAX_INSTANCE_NAME_LENGTH }),
    )
    .regex(/^[^\p{Cc}<>]*$/u, t("Please leave out < and >."))
    .optional(),
  registration: z.enum(REGISTRATION_MODES, CHOOSE).optional(),
  defaultPlan: z.enum(TIERS, CHOOSE).optional(),
  welcome: z
    .string()
    .trim()
    .refine(
      (text) => [...text].length <= MAX_WELCOME_LENGTH,
      t("Please keep it under {most} characters.", { most: "2,000" }),
    )
    .optional(),
};

/** Form of `/admin/house`. */
export const InstanceSchema = z.object({
  intent: z.literal("save"),
  ...instanceFields,
  sharedWay: z
    .string()
    .regex(/^[a-z0-9-]{0,60}$/, CHOOSE)
    .optional(),
  prayerList: z.enum(PRAYER_LIST_MODES, CHOOSE).optional(),
  wayOnToday: z.enum(["on", "off"], CHOOSE).optional(),
});
