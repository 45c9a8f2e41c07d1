import type { PromptSet } from "~/domain/journal/kinds";
import type { Tier } from "~/domain/plans/tiers";

export type Theme = "system" | "light" | "dark";

/** A signed-in person as use-cases see them. Times are HH:MM in `timezone`. */
export type Member = {
  id: number;
  username: string;
  firstName: string;
  lastName: string;
  email: string;
  isAdmin: boolean;
  subscriptionTier: Tier;
  /** The prompt set that counts, after the downgrade rule. */
  promptSetPreference: PromptSet;
  morningPromptTime: string;
  eveningPromptTime: string;
  /** IANA name; empty until it is known. */
  timezone: string;
  theme: Theme;
  /** Whether signing in asks for a code after the password. */
  hasTwoStep: boolean;
  /** The key of this person's journal. A function, so that it can never be serialised into a page by accident. */
  journalKey: () => Buffer;
};

/** The user as the JSON calls show it: exactly these fields (contract section 4). */
export type PublicUser = Pick<
  Member,
  | "id"
  | "username"
  | "firstName"
  | "lastName"
  | "email"
  | "isAdmin"
  | "subscriptionTier"
  | "promptSetPreference"
  | "morningPromptTime"
  | "eveningPromptTime"
>;

/** Chooses the public fields one by one. */
export function publicUser(member: Member): PublicUser {
  return {
    id: member.id,
    username: member.username,
    firstName: member.firstName,
    lastName: member.lastName,
    email: member.email,
    isAdmin: member.isAdmin,
    subscriptionTier: member.subscriptionTier,
    promptSetPreference: member.promptSetPreference,
    morningPromptTime: member.morningPromptTime,
    eveningPromptTime: member.eveningPromptTime,
  };
}
