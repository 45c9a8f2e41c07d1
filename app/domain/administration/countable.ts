import { z } from "zod";
import { PROMPT_SETS } from "~/domain/journal/kinds";
import { TIERS } from "~/domain/plans/tiers";

/**
 * What may be counted on the Database page (product 2.12, "read-only query counts only"): a collection, by one field that
 * has an index, by one value of a fixed list. Nothing that is typed reaches the database as a query.
 */
export const COUNTABLE = {
  "all:users": { collection: "users", words: "All accounts", where: {} },
  ...choices("users", "subscriptionTier", "Accounts of the plan", TIERS),
  ...choices("users", "status", "Accounts in the state", ["active", "locked", "deleting"]),
  ...choices("users", "promptSetPreference", "Accounts with the prompt set", PROMPT_SETS),
  "users:unverified": {
    collection: "users",
    words: "Accounts whose address is not verified",
    where: { emailVerifiedAt: null },
  },
  "users:admin": { collection: "users", words: "Administrators", where: { isAdmin: true } },
  "all:entries": { collection: "journalEntries", words: "All entries and drafts", where: {} },
  ...choices("journalEntries", "status", "Records of the journal in the state", ["draft", "final"]),
  "all:sessions": { collection: "sessions", words: "All sessions", where: {} },
  ...choices("outgoingMail", "state", "Mails in the state", ["queued", "sending", "sent", "printed", "dead"]),
  "all:auditEvents": { collection: "auditEvents", words: "Lines of the audit log", where: {} },
  "all:contactMessages": { collection: "contactMessages", words: "Contact messages", where: {} },
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
  "Please use the buttons of this page.",
);
