import { Badge } from "~/components/ui/badge";
import type { UserStatus } from "~/domain/administration/users/query";
import { t } from "~/i18n/t";

export const STATUS_WORDS: Record<UserStatus, string> = {
  active: t("Active"),
  locked: t("Locked"),
  deleting: t("Being deleted"),
};

/** What is to be known about an account at one look. */
type State = { status: UserStatus; isVerified: boolean; isAdmin: boolean };

export function UserState({ status, isVerified, isAdmin }: State) {
  return (
    <span className="flex flex-wrap gap-1.5">
      {status !== "active" && <Badge tone="harm">{STATUS_WORDS[status]}</Badge>}
      {!isVerified && <Badge>{t("Not verified")}</Badge>}
      {isAdmin && <Badge tone="accent">{t("Administrator")}</Badge>}
      {status === "active" && isVerified && !isAdmin && <span className="text-muted">{t("Active")}</span>}
    </span>
  );
}
