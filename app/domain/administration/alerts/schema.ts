import { z } from "zod";
import { t } from "~/i18n/t";

export const AlertMoveSchema = z.object({
  intent: z.enum(["acknowledge", "resolve"], t("Please use the buttons on this page.")),
});
