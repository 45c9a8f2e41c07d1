import { Badge } from "~/components/ui/badge";
import type { UserStatus } from "~/domain/administration/users-query";

export const STATUS_WORDS: Record<UserStatus, string> = {
  active: "Active",
  locked: "Locked",
  deleting: "Being deleted",
};

/** What is to be known about an account at one look. */
type State = { status: UserStatus; isVerified: boolean; isAdmin: boolean };

export function UserState({ status, isVerified, isAdmin }: State) {
  return (
    <span className="flex flex-wrap gap-1.5">
      {status !== "active" && <Badge tone="harm">{STATUS_WORDS[status]}</Badge>}
      {!isVerified && <Badge>Not verified</Badge>}
      {isAdmin && <Badge tone="accent">Administrator</Badge>}
      {status === "active" && isVerified && !isAdmin && <span className="text-muted">Active</span>}
    </span>
  );
}
