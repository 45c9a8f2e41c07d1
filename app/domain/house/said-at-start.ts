import { t } from "~/i18n/t";
import type { HouseChoices } from "./choices";

/** What an operator should know first: which plan everyone has, who may come, and how to change it. */
export function saidAtStart({ defaultPlan, registration }: HouseChoices): string[] {
  return [
    {
      free: t("Everyone here has the Free Plan. DEFAULT_PLAN=tier2 in .env gives everything to everyone."),
      tier1: t("Everyone here has the Growth Plan. DEFAULT_PLAN=tier2 in .env gives everything to everyone."),
      tier2: t("Everyone here has everything, the Formation Plan (DEFAULT_PLAN=tier2)."),
    }[defaultPlan],
    {
      open: t("Anyone can register. REGISTRATION=invite in .env asks for an invitation."),
      invite: t("People register with an invitation (REGISTRATION=invite): npm run admin -- invite"),
      closed: t("No one can register (REGISTRATION=closed): npm run admin -- invite lets someone in."),
    }[registration],
  ];
}
