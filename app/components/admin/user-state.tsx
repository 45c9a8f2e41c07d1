import { Badge } from "~/components/ui/badge";
import type { UserStatus } from "~/domain/administration/users-query";
import { userStateWords } from "~/words/admin/user-state";

export const STATUS_WORDS: Record<UserStatus, string> = {
  active: userStateWords.active,
  locked: userStateWords.locked,
  deleting: userStateWords.beingDeleted,
};

/** What is to be known about an account at one look. */
type State = { status: UserStatus; isVerified: boolean; isAdmin: boolean };

export function UserState({ status, isVerified, isAdmin }: State) {
  return (
    <span className="flex flex-wrap gap-1.5">
      {status !== "active" && <Badge tone="harm">{STATUS_WORDS[status]}</Badge>}
      {!isVerified && <Badge>{userStateWords.notVerified}</Badge>}
      {isAdmin && <Badge tone="accent">{userStateWords.administrator}</Badge>}
      {status === "active" && isVerified && !isAdmin && (
        <span className="text-muted">{userStateWords.active}</span>
      )}
    </span>
  );
}
