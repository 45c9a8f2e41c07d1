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

/** Without PUBLIC_ORIGIN: the URLs that others in the network type. */
export function reachedAt({ home, open }: { home: string[]; open: string[] }): string[] {
  const lines: string[] = [];
  if (home.length > 0)
    lines.push(t("Others in your network type {addresses}", { addresses: home.join(" or ") }));
  if (open.length > 0)
    lines.push(
      t(
        "At {addresses} pages can be read only. To write there, name the address people type in PUBLIC_ORIGIN.",
        {
          addresses: open.join(" and "),
        },
      ),
    );
  return lines;
}
