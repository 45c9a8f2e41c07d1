import { Badge } from "~/components/ui/badge";
import type { Severity } from "~/domain/administration/alerts/rules-data";
import { t } from "~/i18n/t";

export const ALERT_STATES = [
  ["open", t("Open")],
  ["acknowledged", t("Acknowledged")],
  ["resolved", t("Resolved")],
] as const;
type State = (typeof ALERT_STATES)[number][0];

/** The state of an alert, in words. */
export function AlertState({ state, severity }: { state: State; severity: Severity }) {
  const words = ALERT_STATES.find(([key]) => key === state)?.[1];
  if (state === "resolved") return <Badge>{words}</Badge>;
  return (
    <span className="flex flex-wrap gap-1.5">
      <Badge tone={severity === "critical" ? "harm" : "accent"}>{words}</Badge>{" "}
      {severity === "critical" && <Badge tone="harm">{t("Critical")}</Badge>}
    </span>
  );
}
