import { z } from "zod";
import { TIERS } from "~/domain/plans/tiers";
import { countableWords } from "~/words/admin/countable";
import { PROMPT_SETS } from "~/domain/member/prompt-set";

/**
 * What may be counted on the Database page (product 2.12, "read-only query counts only"): a collection, by one field that
 * has an index, by one value of a fixed list. Nothing that is typed reaches the database as a query.
 */
export const COUNTABLE = {
  "all:users": { collection: "users", words: countableWords.allAccounts, where: {} },
  ...choices("users", "subscriptionTier", countableWords.accountsOfThePlan, TIERS),
  ...choices("users", "status", countableWords.accountsInTheState, ["active", "locked", "deleting"]),
  ...choices("users", "promptSetPreference", countableWords.accountsWithThePromptSet, PROMPT_SETS),
  "users:unverified": {
    collection: "users",
    words: countableWords.accountsWhoseAddress,
    where: { emailVerifiedAt: null },
  },
  "users:admin": { collection: "users", words: countableWords.administrators, where: { isAdmin: true } },
  "all:entries": { collection: "journalEntries", words: countableWords.allEntriesAndDrafts, where: {} },
  ...choices("journalEntries", "status", countableWords.recordsOfTheJournal, ["draft", "final"]),
  "all:sessions": { collection: "sessions", words: countableWords.allSessions, where: {} },
  ...choices("outgoingMail", "state", countableWords.mailsInTheState, [
    "queued",
    "sending",
    "sent",
    "printed",
    "dead",
  ]),
  "all:auditEvents": { collection: "auditEvents", words: countableWords.linesOfTheAuditLog, where: {} },
  "all:contactMessages": { collection: "contactMessages", words: countableWords.contactMessages, where: {} },
} as const satisfies Record<string, Countable>;

type Countable = {
  collection: string;
  words: string;
  where: Record<string, string | boolean | null>;
};

function choices(collection: string, field: string, words: string, values: readonly string[]) {
  return Object.fromEntries(
    values.map((value): [string, Countable] => [
      `${collection}:${field}:${value}`,
      { collection, words: `${words} “${value.replaceAll("_", " ")}”`, where: { [field]: value } },
    ]),
  );
}

export function countableOf(key: string | null): Countable | null {
  return key !== null && Object.hasOwn(COUNTABLE, key)
    ? ((COUNTABLE as Record<string, Countable>)[key] ?? null)
    : null;
}

/** What the Database page takes. */
export const DatabaseSchema = z.discriminatedUnion(
  "intent",
  [
    z.object({ intent: z.literal("backup") }),
    z.object({ intent: z.literal("indexes") }),
    z.object({ intent: z.literal("integrity") }),
    z.object({ intent: z.literal("sizes") }),
  ],
  countableWords.pleaseUseTheButtons,
);
