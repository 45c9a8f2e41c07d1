import { Badge } from "~/components/ui/badge";
import type { Severity } from "~/domain/administration/alerts/alert-rules";
import type { UserStatus } from "~/domain/administration/users/users.server";
import { t } from "~/i18n/t";

export const ALERT_STATES = [
  ["open", t("Open")],
  ["acknowledged", t("Acknowledged")],
  ["resolved", t("Resolved")],
] as const;

type AlertStateProps = { state: (typeof ALERT_STATES)[number][0]; severity: Severity };

export function AlertState({ state, severity }: AlertStateProps) {
  const name = ALERT_STATES.find(([key]) => key === state)?.[1];
  if (state === "resolved") return <Badge>{name}</Badge>;
  return (
    <span className="flex flex-wrap gap-1.5">
      <Badge tone={severity === "critical" ? "harm" : "accent"}>{name}</Badge>{" "}
      {severity === "critical" && <Badge tone="harm">{t("Critical")}</Badge>}
    </span>
  );
}

export const STATUS_NAMES: Record<UserStatus, string> = {
  active: t("Active"),
  locked: t("Locked"),
  deleting: t("Being deleted"),
};

type UserStateProps = { status: UserStatus; isVerified: boolean; isAdmin: boolean };

export function UserState({ status, isVerified, isAdmin }: UserStateProps) {
  return (
    <span className="flex flex-wrap gap-1.5">
      {status !== "active" && <Badge tone="harm">{STATUS_NAMES[status]}</Badge>}
      {!isVerified && <Badge>{t("Not verified")}</Badge>}
      {isAdmin && <Badge tone="accent">{t("Administrator")}</Badge>}
      {status === "active" && isVerified && !isAdmin && <span className="text-muted">{t("Active")}</span>}
    </span>
  );
}
