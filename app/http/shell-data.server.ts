import type { Member } from "~/domain/member/member";
import { hasUnread } from "~/domain/reminders/notifications.server";

/** The member as the menu of the member area and of administration shows them. */
export function shellData(member: Member) {
  const { username, firstName, lastName, email, isAdmin, subscriptionTier, quickExit } = member;
  return {
    ...{ username, firstName, lastName, email, isAdmin, subscriptionTier },
    hasQuickExit: quickExit,
    hasNews: hasUnread(member),
  };
}
